// SPDX-License-Identifier: MIT
// expect: value 19999
// source: [["let v{i}={i};", 20000], ["const f=()=>v19999;v19999++;f()-1", 1]]
