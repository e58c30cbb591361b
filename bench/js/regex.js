// Regular expressions over the log of a web server, N times.
// N: 28, small: 1
// small gives: 4000 236 1986750 442780 36001 1500
function main(N) {
  const log = [];
  for (let i = 0; i < 4000; i++) {
    log.push(`10.0.${i % 256}.${i * 7 % 256} - u${i} [1${i % 10}/Mar/2026:0${i % 10}:${10 + i % 50}:00 +0000] `
      + `"${i % 3 ? "GET" : "POST"} /shop/item-${i * 11 % 997}/view?ref=a%20b&page=${i % 40} HTTP/1.1" `
      + `${i % 17 === 0 ? 500 : i % 5 === 0 ? 404 : 200} ${i * 31 % 9000}`);
  }
  const text = log.join("\n");
  let addresses = 0, failures = 0, bytes = 0, masked = 0, fields = 0, pages = 0;
  for (let n = 0; n < N; n++) {
    addresses += text.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g).length;
    failures += text.match(/^.*" 5\d\d \d+$/gm).length;
    for (const found of text.matchAll(/item-(\d+)\/view/g)) bytes += Number(found[1]);
    masked += text.replace(/(\d+)\/(Mar|Apr)\/(\d{4})/g, "$3-$2-$1").length;
    fields += text.split(/[ "]+/).length;
    for (const line of log) {
      if (/[?&]page=(?:1\d|2[0-4])(?= )/.test(line)) pages++;
    }
  }
  return [addresses, failures, bytes, masked, fields, pages].join(" ");
}
