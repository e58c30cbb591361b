// Sorting with comparators: numbers, and records by two keys.
// N: 90000, small: 1500
// small gives: 44 p894 295462
function main(N) {
  let seed = 11;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  const numbers = [], people = [];
  for (let i = 0; i < N; i++) {
    numbers.push(random(1000000));
    people.push({ name: "p" + random(900), age: random(80), id: i });
  }
  numbers.sort((a, b) => a - b);
  people.sort((a, b) => a.age - b.age || (a.name < b.name ? -1 : a.name > b.name ? 1 : a.id - b.id));
  const down = numbers.slice().sort((a, b) => b - a);
  let mark = 0;
  for (let i = 0; i < N; i += 7) {
    mark = (mark * 31 + numbers[i] + people[i].id + down[i] % 10) % 1000003;
  }
  return numbers[0] + " " + people[N - 1].name + " " + mark;
}
