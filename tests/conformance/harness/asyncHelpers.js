// SPDX-License-Identifier: MIT
// asyncHelpers: asyncTest and assert.throwsAsync for test262, without a look
// at globalThis. Functions of a program are no properties of the global object
// in codemode (a program is the body of an async function), so the harness
// finds $DONE by its name alone; spec/execution.md 2.1.
//
// defines: [asyncTest, assert.throwsAsync]

// Runs the one asynchronous test of a file and reports its end to $DONE.
function asyncTest(body) {
  if (typeof $DONE !== "function") {
    throw new Test262Error("asyncTest needs a file with the async flag");
  }
  if (typeof body !== "function") {
    $DONE(new Test262Error("asyncTest needs a function"));
    return;
  }
  let running;
  try {
    running = body();
    running.then(() => $DONE(), (reason) => $DONE(reason));
  } catch (thrown) {
    $DONE(thrown);
  }
}

// A promise that is fulfilled when `body` returns a thenable that rejects with
// an object whose constructor is exactly `expected`. A throw of `body` itself
// is no rejection and fails the assertion.
assert.throwsAsync = async function (expected, body, message) {
  const prefix = message === undefined ? "" : message + " ";
  const check = (holds, detail) => {
    if (!holds) {
      throw new Test262Error(prefix + detail);
    }
  };

  check(typeof expected === "function", "throwsAsync: no error constructor");
  check(typeof body === "function", "throwsAsync: no function");
  const wanted = "expected an asynchronous " + expected.name;

  let thenable;
  try {
    thenable = body();
  } catch (thrown) {
    check(false, wanted + ", but the function threw at once");
  }
  check(
    thenable !== null && typeof thenable === "object" &&
      typeof thenable.then === "function",
    wanted + ", but the function returned no thenable"
  );

  const settled = Promise.withResolvers();
  try {
    thenable.then(
      () => settled.resolve({ rejected: false }),
      (reason) => settled.resolve({ rejected: true, reason })
    );
  } catch (thrown) {
    check(false, wanted + ", but then threw at once");
  }

  const { rejected, reason } = await settled.promise;
  check(rejected, wanted + ", but nothing was thrown");
  check(
    reason !== null && typeof reason === "object",
    wanted + ", but what was thrown is no object"
  );
  check(
    reason.constructor === expected,
    wanted + ", but got " + reason.constructor.name
  );
};
