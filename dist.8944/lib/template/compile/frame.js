import { Callable } from "../values/callable.js";
import { getKey } from "../values/dict.js";
import { Safe, Special } from "../values/value.js";
class Frame {
  /** Variables by number; undefined where nothing has been assigned. */
  slots;
  /** The frame of the code around this one, for macros and the like. */
  parent;
  context;
  runtime;
  /** Text written so far. */
  out = "";
  /** The text becomes a value rather than output. */
  isCaptured = false;
  /** The template that `extends` named, once it has run, and the text written before. */
  extended;
  constructor(size, parent, context, runtime) {
    this.slots = new Array(size).fill(void 0);
    this.parent = parent;
    this.context = context;
    this.runtime = runtime;
  }
}
const DONE = 0;
const BREAK = 1;
const CONTINUE = 2;
class Context {
  #data;
  #globals;
  #outer;
  /** Top levels whose variables are visible by name, the latest last. */
  #levels = [];
  /** By name the blocks of all templates of the chain, the most derived first. */
  blocks;
  constructor(data, globals, outer, blocks) {
    this.#data = data;
    this.#globals = globals;
    this.#outer = outer;
    this.blocks = blocks ?? /* @__PURE__ */ new Map();
  }
  /** Returns the value of a name; undefined if there is none. */
  lookup(name) {
    for (let index = this.#levels.length - 1; index >= 0; index--) {
      const level = this.#levels[index];
      const slot = level?.names.get(name);
      const value = slot === void 0 ? void 0 : level?.frame.slots[slot];
      if (value !== void 0) return value;
    }
    const own = getKey(this.#data, name);
    if (own !== void 0) return own;
    return this.#outer ? this.#outer.lookup(name) : this.#globals.get(name);
  }
  share(names, frame) {
    this.#levels.push({ names, frame });
  }
  /** Returns a context that sees more names; `sharesBlocks` for code of the same template. */
  extend(names, sharesBlocks) {
    return new Context(names, this.#globals, this, sharesBlocks ? this.blocks : void 0);
  }
  /** Returns a context that sees nothing but the globals. */
  bare() {
    return new Context({}, this.#globals);
  }
}
function runUnit(unit, context, runtime, isTop = false) {
  if (unit.unknown && !runtime.settings.isReference) throw unit.unknown;
  for (const [name, block] of unit.blocks) {
    const chain = context.blocks.get(name);
    if (chain) chain.push(block);
    else context.blocks.set(name, [block]);
  }
  const frame = new Frame(unit.size(), void 0, context, runtime);
  if (isTop) runtime.top.push(frame);
  if (unit.sharesNames) context.share(unit.names, frame);
  const outer = runtime.autoescape;
  runtime.autoescape = unit.autoescape;
  unit.run(frame);
  if (frame.extended) {
    const { unit: base, before } = frame.extended;
    frame.out = before + runtime.enter(() => runUnit(base, context, runtime, isTop)).out;
  }
  runtime.autoescape = outer;
  return frame;
}
function renderBlock(name, context, runtime, level = 0) {
  const block = context.blocks.get(name)?.[level];
  if (!block) return void 0;
  const text = runtime.enter(() => block(context, runtime, level));
  return runtime.autoescape ? new Safe(text) : text;
}
class BlockTable extends Special {
  #context;
  constructor(context) {
    super();
    this.#context = context;
  }
  get typeName() {
    return "TemplateReference";
  }
  get qualifiedName() {
    return "jinja2.runtime.TemplateReference";
  }
  attribute(name) {
    if (!this.#context.blocks.has(name)) return void 0;
    return new Callable(name, (runtime) => renderBlock(name, this.#context, runtime));
  }
}
export {
  BREAK,
  BlockTable,
  CONTINUE,
  Context,
  DONE,
  Frame,
  renderBlock,
  runUnit
};
