// SPDX-License-Identifier: MIT
// expect: value ["TypeError", "TypeError"]
const a = {}, b = Object.create(a), out = []
try { Object.setPrototypeOf(a, b) } catch (e) { out.push(e.name) }
try { Object.setPrototypeOf({}, null) } catch (e) { out.push(e.name) }
a.__proto__ = b
return out
