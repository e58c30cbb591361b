// SPDX-License-Identifier: MIT
// expect: value 300
// source: [["let n=0;", 1], ["try{", 300], ["throw 1", 1], ["}catch(e){n++;throw e}", 299], ["}catch(e){n++}n", 1]]
