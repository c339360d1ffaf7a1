class Layout {
  size = 0;
  allocate() {
    return this.size++;
  }
}
const CALL_NAMES = /* @__PURE__ */ new Set(["caller", "kwargs", "varargs"]);
class Scope {
  layout;
  flags;
  #parent;
  #names;
  /** First use of each name by code of the scope itself, not of an inner one. */
  #firstUses;
  constructor(layout, flags, parent, names = /* @__PURE__ */ new Map(), firstUses = /* @__PURE__ */ new Map()) {
    this.layout = layout;
    this.flags = flags;
    this.#parent = parent;
    this.#names = names;
    this.#firstUses = firstUses;
  }
  static root(flags) {
    return new Scope(new Layout(), flags, void 0);
  }
  /** Returns a scope inside this one, in the same function. */
  inner(flags = {}) {
    return new Scope(this.layout, { ...this.flags, isSoft: false, ...flags }, this);
  }
  /** Returns a scope inside this one that is a function of its own. */
  function(flags = {}) {
    return new Scope(new Layout(), { ...this.flags, isSoft: false, isInLoop: false, ...flags }, this);
  }
  /** Returns a function that sees nothing of this scope. */
  detached(flags = {}) {
    return new Scope(new Layout(), { ...this.flags, ...flags }, void 0);
  }
  /** Returns the same scope under different rules. */
  with(flags) {
    return new Scope(this.layout, { ...this.flags, ...flags }, this.#parent, this.#names, this.#firstUses);
  }
  /** Whether no other scope is around this one: that of a template or block. */
  get isOutermost() {
    return this.#parent === void 0;
  }
  /** Makes room for a name; returns the number of its variable. */
  declare(name, isAlwaysSet = false) {
    const known = this.#names.get(name);
    if (known) return known.slot;
    const slot = this.layout.allocate();
    this.#names.set(name, { slot, isAlwaysSet, isUsed: false });
    return slot;
  }
  /** Notes that a name is read. */
  read(name) {
    if (!this.#firstUses.has(name)) this.#firstUses.set(name, "read");
  }
  /** Notes that a name is set; returns the number of its variable. */
  set(name) {
    if (!this.#firstUses.has(name)) this.#firstUses.set(name, this.flags.isSoft ? "read" : "set");
    return this.declare(name);
  }
  /**
   * Whether a variable without a value hides the name of the context. That is so once the scope of the variable sets it
   * without having read it, even where that comes later; code around the scope that reads the name makes it known.
   */
  hidesContext(name) {
    let isHidden = false;
    for (let scope = this; scope; scope = scope.#parent) {
      const use = scope.#firstUses.get(name);
      isHidden = scope.#names.has(name) ? use === "set" : isHidden && use !== "read";
    }
    return isHidden;
  }
  /** Whether the scope itself has the name. */
  has(name) {
    return this.#names.has(name);
  }
  /** Whether something asked for a name of this scope. */
  isUsed(name) {
    return this.#names.get(name)?.isUsed ?? false;
  }
  /** Returns the places where a name may be found, innermost first. */
  resolve(name) {
    const places = [];
    let hops = 0;
    let isHidden = false;
    for (let scope = this; scope; scope = scope.#parent) {
      const binding = scope.#names.get(name);
      if (binding) {
        binding.isUsed = true;
        const { slot, isAlwaysSet } = binding;
        if (!isHidden) places.push({ hops, slot, isAlwaysSet });
        isHidden ||= isAlwaysSet;
        if (isHidden && !CALL_NAMES.has(name)) break;
      }
      if (scope.#parent && scope.#parent.layout !== scope.layout) hops++;
    }
    return places;
  }
  /** All names that may have a value here. */
  visibleNames() {
    const names = /* @__PURE__ */ new Set();
    for (let scope = this; scope; scope = scope.#parent)
      for (const name of scope.#names.keys()) names.add(name);
    return names;
  }
  /** Numbers of the scope's own variables by name. */
  ownNames() {
    return new Map([...this.#names].map(([name, { slot }]) => [name, slot]));
  }
}
export {
  Scope
};
