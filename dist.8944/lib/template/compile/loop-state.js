import { TemplateRuntimeError } from "../errors.js";
import { bindArguments, Callable } from "../values/callable.js";
import { isEqual } from "../values/compare.js";
import { Tuple } from "../values/value.js";
class LoopState extends Callable {
  #items;
  #depth;
  #runtime;
  #previous;
  /** Position of the present item; before the first one -1. */
  index0 = -1;
  constructor(items, depth, runtime, descend) {
    super("loop", (_, args) => {
      if (!descend)
        throw new TemplateRuntimeError("The loop must have the 'recursive' marker to be called recursively.");
      if (args.length !== 1) throw new TemplateRuntimeError("loop() takes exactly one argument");
      return descend(args[0], depth + 1);
    });
    this.#items = items;
    this.#depth = depth;
    this.#runtime = runtime;
  }
  get typeName() {
    return "LoopContext";
  }
  get qualifiedName() {
    return "jinja2.runtime.LoopContext";
  }
  toString() {
    return `<LoopContext ${this.index0 + 1}/${this.#items.length}>`;
  }
  get size() {
    return this.#items.length;
  }
  /** Moves on to the next item; the number of items if there is none. */
  advance() {
    if (this.index0 + 1 >= this.#items.length) return this.#items.length;
    return ++this.index0;
  }
  /** Going through the loop itself takes its items away from it. */
  *iterate() {
    for (let index = this.advance(); index < this.#items.length; index = this.advance())
      yield new Tuple([this.#items[index], this]);
  }
  attribute(name) {
    const { index0 } = this;
    const { length } = this.#items;
    switch (name) {
      case "index":
        return index0 + 1;
      case "index0":
        return index0;
      case "revindex":
        return length - index0;
      case "revindex0":
        return length - index0 - 1;
      case "first":
        return index0 === 0;
      case "last":
        return index0 === length - 1;
      case "length":
        return length;
      case "depth":
        return this.#depth + 1;
      case "depth0":
        return this.#depth;
      case "previtem":
        return this.#items[index0 - 1] ?? this.#absent(index0 > 0, "there is no previous item");
      case "nextitem":
        return this.#items[index0 + 1] ?? this.#absent(index0 < length - 1, "there is no next item");
      case "cycle":
        return this.#method("cycle", (args) => this.#cycle(args));
      case "changed":
        return this.#method("changed", (args) => this.#changed(args));
      default:
        return void 0;
    }
  }
  /** A neighbor that is none, or no neighbor. */
  #absent(exists, message) {
    return exists ? null : this.#runtime.missing(message);
  }
  #method(name, run) {
    return new Callable(name, (_, args, keywords) => {
      const [items] = bindArguments(name, { parameters: ["*args"], run: () => null }, args, keywords);
      return run(items);
    });
  }
  #cycle(args) {
    if (args.length === 0) throw new TemplateRuntimeError("no items for cycling given");
    return args[this.index0 % args.length];
  }
  #changed(args) {
    const isSame = this.#previous !== void 0 && isEqual(new Tuple(this.#previous), new Tuple(args));
    this.#previous = args;
    return !isSame;
  }
}
export {
  LoopState
};
