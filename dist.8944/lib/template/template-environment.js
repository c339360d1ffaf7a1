import { TemplateNotFound } from "./errors.js";
import { createLoad, readSettings } from "./options.js";
import { Template } from "./template.js";
class TemplateEnvironment {
  #options;
  #shared;
  #units;
  #named;
  #unnamed;
  #load;
  constructor({ cache_size = 400, ...options } = {}) {
    this.#options = options;
    this.#units = new RecentMap(cache_size);
    this.#named = new RecentMap(cache_size);
    this.#unnamed = new RecentMap(cache_size);
    this.#shared = { settings: readSettings(options), units: this.#units };
    this.#load = createLoad(options.loader);
  }
  /**
   * Returns the template of a source.
   *
   * @throws TemplateSyntaxError if the source cannot be read
   */
  fromString(source) {
    return this.#unnamed.getOrMake(source, () => new Template(source, this.#options, this.#shared));
  }
  /**
   * Returns the template of a name, from the loader.
   *
   * @throws TemplateNotFound if the loader has none of that name; TemplateSyntaxError if its source cannot be read
   */
  getTemplate(name) {
    return this.#named.getOrMake(name, () => {
      const source = this.#load(name);
      if (source === void 0) throw new TemplateNotFound(name);
      return new Template(source, { ...this.#options, name }, this.#shared);
    });
  }
  /** Renders the template of a name. */
  render(name, context = {}) {
    return this.getTemplate(name).render(context);
  }
  /** Forgets what was compiled, so that changed sources are read again: of one name, or all. */
  clear(name) {
    if (name === void 0) for (const cache of [this.#units, this.#named, this.#unnamed]) cache.clear();
    else for (const cache of [this.#units, this.#named]) cache.delete(name);
  }
}
class RecentMap {
  #entries = /* @__PURE__ */ new Map();
  #size;
  constructor(size) {
    this.#size = size < 0 ? Number.POSITIVE_INFINITY : size;
  }
  get(key) {
    const value = this.#entries.get(key);
    if (value === void 0) return void 0;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }
  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#size) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== void 0) this.#entries.delete(oldest);
  }
  getOrMake(key, make) {
    const known = this.get(key);
    if (known !== void 0) return known;
    const made = make();
    this.set(key, made);
    return made;
  }
  delete(key) {
    this.#entries.delete(key);
  }
  clear() {
    this.#entries.clear();
  }
}
export {
  TemplateEnvironment
};
