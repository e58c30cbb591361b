// SPDX-License-Identifier: MIT
// expect: error ParseError too complex
// expect: value 200
// source: [["let n=0;(()=>{", 1], ["try{", 200], ["return 1", 1], ["}finally{n++}", 200], ["})();n", 1]]
