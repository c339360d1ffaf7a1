import { TemplateLimitError } from "./errors.js";
import { charge } from "./values/meter.js";
import { toRepr } from "./values/text.js";
import { Undefined } from "./values/undefined.js";
class Runtime {
  settings;
  /** Whether values are escaped at this moment. */
  autoescape;
  /** The frames whose output, joined in order, is that of the render. */
  top = [];
  /** Written around the text of `generation` blocks; undefined if no spans are wanted. */
  marks;
  /** Passes the call site to host functions; set only where a template has functions that need it. */
  place;
  #depth = 0;
  #written = 0;
  constructor(settings, autoescape) {
    this.settings = settings;
    this.autoescape = autoescape;
  }
  /** Runs a macro, include, block or level of a recursive loop, unless they are nested too deeply. */
  enter(run) {
    charge(1);
    const { max_depth } = this.settings.limits;
    if (this.#depth >= max_depth)
      throw new TemplateLimitError("template calls are nested deeper than ".concat(max_depth, " levels"));
    this.#depth++;
    try {
      return run();
    } finally {
      this.#depth--;
    }
  }
  /** Counts characters of output. */
  written(count) {
    this.#written += count;
    const { max_output } = this.settings.limits;
    if (max_output !== void 0 && this.#written > max_output)
      throw new TemplateLimitError("the output is longer than ".concat(max_output, " characters"));
  }
  /** Refuses a string that has grown too long. */
  checkLength(length) {
    const { max_string } = this.settings.limits;
    if (length > max_string) throw new TemplateLimitError("a string is longer than ".concat(max_string, " characters"));
  }
  /** Returns an undefined value with a message of its own. */
  missing(message) {
    return new Undefined(this.settings.undefinedMode, { message });
  }
  /** The undefined value of an unset name. */
  missingName(name) {
    return new Undefined(this.settings.undefinedMode, { name });
  }
  /** Returns the undefined value of an attribute or item that is not there. */
  missingKey(object, key) {
    return new Undefined(this.settings.undefinedMode, { object, key, reprKey: toRepr });
  }
}
export {
  Runtime
};
