import { Special } from "../values/value.js";
class Module extends Special {
  #unit;
  #frame;
  constructor(unit, frame) {
    super();
    this.#unit = unit;
    this.#frame = frame;
  }
  get typeName() {
    return "TemplateModule";
  }
  get qualifiedName() {
    return "jinja2.environment.TemplateModule";
  }
  toString() {
    return this.#frame.out;
  }
  attribute(name) {
    if (name.startsWith("_")) return void 0;
    const slot = this.#unit.names.get(name);
    return slot === void 0 ? void 0 : this.#frame.slots[slot];
  }
}
export {
  Module
};
