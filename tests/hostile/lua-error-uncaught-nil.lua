-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure nil
error(nil)
