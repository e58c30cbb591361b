// SPDX-License-Identifier: MIT
// expect: value 14
// expect: error ParseError
// source: [["let n=0;(()=>{", 1], ["try{return 1}finally{", 14], ["n++", 1], ["}", 14], ["})();14", 1]]
