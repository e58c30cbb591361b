-- SPDX-License-Identifier: MIT
-- expect: value "��"
return json.decode("\"\\ud800\\udc\"" == 1 and "" or "\"\\ud800\\ud800\"")
