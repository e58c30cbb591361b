// SPDX-License-Identifier: MIT
// expect: value "{\"b\":2,\"1\":1}"
return JSON.stringify({ 1: 1, a: 1, b: 2 }, ["b", 1, { toString() { return "a" } }, "b", new Number(1)])
