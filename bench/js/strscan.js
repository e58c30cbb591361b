// Characters read one at a time: tokens and sums of an expression, N times.
// N: 70, small: 1
// small gives: 12000 12000 36000 293991
function main(N) {
  let text = "";
  for (let i = 0; i < 6000; i++) text += "x" + i % 10 + " + " + (i * 17 % 1000) + "*(y - " + i % 100 + ");\n";
  let names = 0, numbers = 0, signs = 0, sum = 0;
  for (let n = 0; n < N; n++) {
    let at = 0;
    const end = text.length;
    while (at < end) {
      let c = text.charCodeAt(at);
      if (c >= 48 && c <= 57) {
        let value = 0;
        while (c >= 48 && c <= 57) {
          value = value * 10 + (c - 48);
          at++;
          c = at < end ? text.charCodeAt(at) : 0;
        }
        sum = (sum + value) % 1000003;
        numbers++;
      } else if (c >= 97 && c <= 122) {
        while ((c >= 97 && c <= 122) || (c >= 48 && c <= 57)) {
          at++;
          c = at < end ? text.charCodeAt(at) : 0;
        }
        names++;
      } else {
        if (c !== 32 && c !== 10) signs++;
        at++;
      }
    }
  }
  return names + " " + numbers + " " + signs + " " + sum;
}
