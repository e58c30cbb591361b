// SPDX-License-Identifier: MIT
// expect: value {"a": 99999}
return JSON.parse("{" + Array.from({ length: 100000 }, (_, i) => `"a":${i}`).join() + "}")
