// Floating point in arrays: products of square matrices of N rows.
// N: 210, small: 24
// small gives: 2.590962647
function main(N) {
  function make(k) {
    const rows = [];
    for (let i = 0; i < N; i++) {
      const row = [];
      for (let j = 0; j < N; j++) row.push(1 / (i + j * k + 1.5));
      rows.push(row);
    }
    return rows;
  }
  function product(a, b) {
    const rows = [];
    for (let i = 0; i < N; i++) {
      const row = [], from = a[i];
      for (let j = 0; j < N; j++) {
        let sum = 0;
        for (let k = 0; k < N; k++) sum += from[k] * b[k][j];
        row.push(sum);
      }
      rows.push(row);
    }
    return rows;
  }
  const p = product(product(make(1), make(2)), make(3));
  let trace = 0;
  for (let i = 0; i < N; i++) trace += p[i][i];
  return trace.toFixed(9);
}
