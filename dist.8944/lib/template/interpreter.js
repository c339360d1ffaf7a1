import { NAMESPACE } from "./builtins/globals.js";
import { compileProgram } from "./compile/compile.js";
import { Context } from "./compile/frame.js";
import { readSettings } from "./options.js";
import { renderUnit } from "./template.js";
import { Undefined } from "./values/undefined.js";
class Environment {
  parent;
  #variables;
  constructor(parent) {
    this.parent = parent;
    this.#variables = new Map([NAMESPACE]);
  }
  /**
   * Declares a variable.
   *
   * @throws SyntaxError if this very scope has the name already
   */
  set(name, value) {
    if (this.#variables.has(name)) throw new SyntaxError(`Variable already declared: ${name}`);
    return this.setVariable(name, value === void 0 ? null : value);
  }
  /** Sets a variable, whether or not it exists. */
  setVariable(name, value) {
    this.#variables.set(name, value);
    return value;
  }
  /** Returns the value of a variable of this scope or one around it; the undefined value if there is none. */
  lookupVariable(name) {
    const value = this.#variables.get(name);
    if (value !== void 0) return value;
    return this.parent ? this.parent.lookupVariable(name) : new Undefined("default", { name });
  }
  /** Returns all variables that can be seen, those of this scope first in importance. */
  variables() {
    return new Map([...this.parent?.variables() ?? [], ...this.#variables]);
  }
}
class Interpreter {
  environment;
  constructor(environment = new Environment()) {
    this.environment = environment;
  }
  /**
   * Renders a program.
   *
   * @returns an object whose `value` is the text
   * @throws TemplateSyntaxError, TemplateError
   */
  run(program) {
    const settings = { ...readSettings({}), globals: /* @__PURE__ */ new Map() };
    const unit = compileProgram(program, { settings, autoescape: false, load: void 0 });
    return {
      type: "StringValue",
      value: renderUnit(unit, new Context(this.environment.variables(), settings.globals), settings)
    };
  }
}
export {
  Environment,
  Interpreter
};
