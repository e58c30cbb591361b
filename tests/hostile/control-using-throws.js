// SPDX-License-Identifier: MIT
// expect: value [19999, 0, 19999]
// source: [["const r=(n)=>({[Symbol.dispose](){throw n}});let e,n=0;try{", 1], ["using a{i}=r({i});", 20000], ["}catch(x){e=x}const f=e.error;while(e instanceof SuppressedError){n++;e=e.suppressed}[n,f,e]", 1]]
