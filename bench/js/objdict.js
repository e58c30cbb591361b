// An object as a dictionary: stock by article, with `in`, delete and keys.
// N: 1400000, small: 4000
// small gives: 2765 0 25065
function main(N) {
  const stock = {};
  let seed = 9, sold = 0;
  for (let i = 0; i < N; i++) {
    seed = (seed * 48271) % 2147483647;
    const article = "a" + (seed % 5000);
    if (article in stock) stock[article] += i % 5;
    else stock[article] = 1;
    if (stock[article] > 40) {
      delete stock[article];
      sold++;
    }
  }
  let sum = 0;
  for (const article of Object.keys(stock)) sum = (sum + stock[article] * article.length) % 1000003;
  return Object.keys(stock).length + " " + sold + " " + sum;
}
