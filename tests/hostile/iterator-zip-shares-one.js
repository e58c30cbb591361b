// SPDX-License-Identifier: MIT
// expect: value [[0, 1, 2], [3, 4, 5]]
const one = [0, 1, 2, 3, 4, 5, 6, 7].values()
return [...Iterator.zip([one, one, one])]
