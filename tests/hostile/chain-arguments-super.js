// SPDX-License-Identifier: MIT
// expect: value 3000
// source: [["class A{constructor(...a){this.n=a.length}}class B extends A{constructor(){super(", 1], ["{i},", 3000], [")}}new B().n", 1]]
