-- SPDX-License-Identifier: MIT
-- expect: error ExecutionFailure Uncaught: function: 1
error(print == nil or function() end)
