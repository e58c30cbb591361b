// SPDX-License-Identifier: MIT
// expect: error ExecutionFailure RangeError: The number is too large to be formatted
return new Intl.NumberFormat("en-US").format(10n ** 20000n).length === 20001 + 6666
