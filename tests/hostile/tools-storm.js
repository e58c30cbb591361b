// SPDX-License-Identifier: MIT
// expect: value 2000
const r = await Promise.allSettled(Array.from({ length: 2000 }, (_, i) => tools["t" + i]({})))
return r.filter((x) => x.status === "rejected").length
