// SPDX-License-Identifier: MIT
// expect: value [10000000,"RangeError","RangeError","RangeError","RangeError"]
const text = "a".repeat(10000001)
function made(f) {
    try {
        return f().length
    } catch (e) {
        return e.name
    }
}
return [
    made(() => [...text.slice(1)]),
    made(() => [...text]),
    made(() => [...text.slice(1), 1]),
    made(() => { const [...rest] = text; return rest }),
    made(() => text[Symbol.iterator]().toArray()),
]
