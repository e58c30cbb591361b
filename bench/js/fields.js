// Fields of records that fit the cache: interest on 8,000 accounts, N months.
// N: 900, small: 3
// small gives: 557338 3 1709
function main(N) {
  const accounts = [];
  for (let i = 0; i < 8000; i++) {
    const cents = (i * 37) % 100000, frozen = i % 11 === 0;
    accounts.push({ number: i, cents, rate: i % 9, frozen, months: 0, paid: 0 });
  }
  let total = 0;
  for (let month = 0; month < N; month++) {
    for (let i = 0; i < accounts.length; i++) {
      const a = accounts[i];
      a.months = a.months + 1;
      if (a.frozen) continue;
      a.paid = (a.cents * a.rate + month) % 1201;
      a.cents = (a.cents + a.paid) % 100003;
      total = (total + a.cents) % 1000003;
    }
  }
  return total + " " + accounts[7].months + " " + accounts[7].cents;
}
