-- SPDX-License-Identifier: MIT
-- expect: value {"a":2}
return json.decode("{\"a\":1,\"a\":2}")
