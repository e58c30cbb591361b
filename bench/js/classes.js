// Classes: methods, inheritance, getters, private and static members; N shapes.
// N: 700000, small: 3000
// small gives: 66337 1500 3000
function main(N) {
  class Shape {
    static made = 0;
    #scale = 1;
    constructor(name) { this.name = name; Shape.made++; }
    get scale() { return this.#scale; }
    set scale(n) { this.#scale = n; }
    area() { return 0; }
    describe() { return this.area() * this.scale; }
  }
  class Box extends Shape {
    constructor(w, h) { super("box"); this.w = w; this.h = h; }
    area() { return this.w * this.h; }
  }
  class Square extends Box {
    constructor(w) { super(w, w); }
    describe() { return super.describe() + 1; }
  }
  let sum = 0, boxes = 0;
  for (let i = 0; i < N; i++) {
    const shape = i % 2 ? new Box(i % 9, i % 5) : new Square(i % 7);
    shape.scale = 1 + i % 3;
    sum = (sum + shape.describe()) % 1000003;
    if (shape instanceof Square && shape.name === "box") boxes++;
  }
  return sum + " " + boxes + " " + Shape.made;
}
