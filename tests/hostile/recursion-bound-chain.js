// SPDX-License-Identifier: MIT
// expect: value [250000,"RangeError","RangeError",3]
let f = (...a) => a.length
for (let i = 0; i < 250000; i++) f = f.bind(null, i)
const over = f.bind(null)
function named(call) {
    try {
        return call()
    } catch (e) {
        return e.name
    }
}
let g = function (...a) { return this.n + a.length }.bind({ n: 1 })
for (let i = 0; i < 300000; i++) g = g.bind(null)
return [f(), named(() => f(1)), named(() => over(1)), g(1, 2)]
