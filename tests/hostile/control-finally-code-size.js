// SPDX-License-Identifier: MIT
// expect: value 400
// expect: error ParseError
// source: [["let n=0;for(let i=0;i<400;i++){a:{try{switch(i){", 1], ["case {i}:break a;", 400], ["}}finally{n++}}}n", 1]]
