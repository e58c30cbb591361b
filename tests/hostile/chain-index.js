// SPDX-License-Identifier: MIT
// expect: value 0
// source: [["let a=[0];a[0]=a;let r=a", 1], ["[0]", 100000], [";r===a?0:1", 1]]
