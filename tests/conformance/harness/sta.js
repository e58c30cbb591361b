// SPDX-License-Identifier: MIT
// An uncaught object that is no Error is reported by its data, so this error
// carries its name as data: the runner looks for the name.
function Test262Error(message) {
  Object.defineProperty(this, "name", {
    value: "Test262Error",
    enumerable: true,
    writable: true,
    configurable: true,
  });
  this.message = message || "";
}

Test262Error.prototype.toString = function () {
  return "Test262Error: " + this.message;
};

Test262Error.thrower = function (message) {
  throw new Test262Error(message);
};

function $DONOTEVALUATE() {
  throw "Test262: This statement should not be evaluated.";
}
