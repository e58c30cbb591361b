// SPDX-License-Identifier: MIT
// expect: error ParseError too complex
// expect: value 5000
// source: [["class A{", 1], ["#f{i}={i};", 5001], ["get(){return this.#f5000}}new A().get()", 1]]
