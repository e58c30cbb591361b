// SPDX-License-Identifier: MIT
// expect: value [10000000,"RangeError","RangeError","RangeError","RangeError","RangeError"]
const text = "a,".repeat(10000000)
function made(f) {
    try {
        return f().length
    } catch (e) {
        return e.name
    }
}
return [
    made(() => text.split("", 10000000)),
    made(() => text.split("", 10000001)),
    made(() => text.split(/(?:)/)),
    made(() => text.split(",")),
    made(() => text.match(/./g)),
    made(() => text.split(/(,)/)),
]
