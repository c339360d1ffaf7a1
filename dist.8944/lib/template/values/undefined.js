import { SecurityError, UndefinedError } from "../errors.js";
import { quoteText } from "./quote.js";
import { describeType, typeName } from "./type-name.js";
import { isText, Special, textOf } from "./value.js";
class Undefined extends Special {
  mode;
  #origin;
  constructor(mode, origin) {
    super();
    this.mode = mode;
    this.#origin = origin;
  }
  get typeName() {
    return "Undefined";
  }
  get qualifiedName() {
    return "jinja2.runtime.Undefined";
  }
  get message() {
    const origin = this.#origin;
    if ("message" in origin) return origin.message;
    if ("name" in origin) return `${quoteText(origin.name)} is undefined`;
    const { object, key, reprKey } = origin;
    const type = describeType(object);
    if (isText(key)) return `${quoteText(type)} has no attribute ${quoteText(textOf(key))}`;
    return `${type} has no element ${reprKey ? reprKey(key) : String(key)}`;
  }
  /** Raises the error that using the value deserves. */
  fail() {
    if ("isUnsafe" in this.#origin && this.#origin.isUnsafe) throw new SecurityError(this.message);
    throw new UndefinedError(this.message);
  }
  /** Raises the error if undefined values must not even be looked at. */
  refuseIfStrict() {
    if (this.mode === "strict") this.fail();
  }
  /** The printed form. */
  get text() {
    this.refuseIfStrict();
    if (this.mode !== "debug") return "";
    const origin = this.#origin;
    if ("message" in origin) return `{{ undefined value printed: ${origin.message} }}`;
    if ("name" in origin) return `{{ ${origin.name} }}`;
    const { object, key, reprKey } = origin;
    const shown = isText(key) ? quoteText(textOf(key)) : reprKey ? reprKey(key) : String(key);
    return `{{ no such element: ${describeType(object)}[${shown}] }}`;
  }
}
function unsafeAttribute(mode, object, name) {
  const message = `access to attribute ${quoteText(name)} of ${quoteText(typeName(object))} object is unsafe.`;
  return new Undefined(mode, { message, isUnsafe: true });
}
export {
  Undefined,
  unsafeAttribute
};
