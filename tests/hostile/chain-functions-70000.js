// SPDX-License-Identifier: MIT
// expect: value 69999
// source: [["f{i}=()=>{i};", 0], ["const a=[];", 1], ["a.push(()=>{i});", 70000], ["a[69999]()", 1]]
