// Floating point on local variables: a Julia set on a square of N points.
// N: 680, small: 40
// small gives: 251 42791
function main(N) {
  let inside = 0, work = 0;
  for (let row = 0; row < N; row++) {
    for (let column = 0; column < N; column++) {
      let re = column * 3.2 / N - 1.6, im = row * 2.4 / N - 1.2, n = 0;
      while (n < 120) {
        const re2 = re * re, im2 = im * im;
        if (re2 + im2 > 4) break;
        im = 2 * re * im + 0.1889;
        re = re2 - im2 - 0.7269;
        n++;
      }
      if (n === 120) inside++;
      work += n;
    }
  }
  return inside + " " + work;
}
