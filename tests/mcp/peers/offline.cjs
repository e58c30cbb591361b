// Loaded into the servers: names outside this machine are not known, so a test
// asks nobody anything and ends the same way with and without a network.
const dns = require("node:dns");
const lookup = dns.lookup;
dns.lookup = (host, options, done) => {
  if (host === "localhost") return lookup(host, options, done);
  const fail = typeof options === "function" ? options : done;
  const error = new Error(`getaddrinfo ENOTFOUND ${host}`);
  Object.assign(error, { code: "ENOTFOUND", errno: -3008, syscall: "getaddrinfo", hostname: host });
  process.nextTick(fail, error);
};
