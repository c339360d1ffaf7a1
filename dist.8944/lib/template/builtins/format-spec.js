import { TemplateRuntimeError } from "../errors.js";
import { charactersOf, countCharacters } from "../values/iterate.js";
import { exactInteger, formatInteger as formatDigits, formatFloat } from "../values/numbers.js";
import { typeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { isNumeric, isText, textOf, toNumber } from "../values/value.js";
import { formatFloatAs, toGeneral } from "./digits.js";
const SPEC = /^(?:([\s\S])?([<>=^]))?([-+ ])?(#)?(0)?(\d+)?([,_])?(?:\.(\d+))?([a-zA-Z%])?$/u;
function parseSpec(text, type) {
  const match = SPEC.exec(text);
  if (!match) throw new TemplateRuntimeError(`Invalid format specifier '${text}' for object of type '${type}'`);
  const [, fill, align, sign, alternate, zero, width, separator = "", precision, presentation = ""] = match;
  if (separator !== "" && !(separator === "_" ? /^[deEfFgG%boxX]?$/ : /^[deEfFgG%]?$/).test(presentation))
    throw new TemplateRuntimeError(`Cannot specify '${separator}' with '${presentation}'.`);
  return {
    fill: fill ?? (zero ? "0" : " "),
    align: align ?? (zero ? "=" : void 0),
    sign: sign ?? "-",
    hasSign: sign !== void 0,
    alternate: alternate !== void 0,
    width: Number(width ?? 0),
    separator,
    precision: precision === void 0 ? void 0 : Number(precision),
    type: presentation
  };
}
function formatValue(runtime, value, text) {
  if (text === "") return runtime.settings.print(value);
  if (value instanceof Undefined && value.mode === "strict") return value.fail();
  const name = typeName(value);
  if (!isText(value) && !isNumeric(value))
    throw new TemplateRuntimeError(`unsupported format string passed to ${name}.__format__`);
  const spec = parseSpec(text, name);
  runtime.checkLength(Math.max(spec.width, spec.precision ?? 0));
  if (isText(value)) return formatString(textOf(value), spec);
  const integer = exactInteger(value);
  if (integer !== void 0 && !/[eEfFgG%]/.test(spec.type)) return formatInteger(BigInt(integer), spec, name);
  return formatNumber(toNumber(value), spec, name);
}
function formatString(text, spec) {
  if (spec.type !== "" && spec.type !== "s") failCode(spec.type, "str");
  if (spec.align === "=" && spec.fill !== "0")
    throw new TemplateRuntimeError("'=' alignment not allowed in string format specifier");
  if (spec.hasSign) throw new TemplateRuntimeError("Sign not allowed in string format specifier");
  if (spec.separator !== "") throw new TemplateRuntimeError(`Cannot specify '${spec.separator}' with 's'.`);
  const cut = spec.precision === void 0 ? text : charactersOf(text).slice(0, spec.precision).join("");
  return pad("", cut, { ...spec, align: spec.align === "=" ? "<" : spec.align ?? "<" });
}
function failCode(code, type) {
  throw new TemplateRuntimeError(`Unknown format code '${code}' for object of type '${type}'`);
}
function formatInteger(value, spec, name) {
  const radix = { "": 10, d: 10, n: 10, b: 2, o: 8, x: 16, X: 16 }[spec.type];
  if (spec.precision !== void 0 && (radix !== void 0 || spec.type === "c"))
    throw new TemplateRuntimeError("Precision not allowed in integer format specifier");
  if (spec.type === "c" && spec.hasSign)
    throw new TemplateRuntimeError("Sign not allowed with integer format specifier 'c'");
  if (spec.type === "c" && spec.alternate)
    throw new TemplateRuntimeError("Alternate form (#) not allowed with integer format specifier 'c'");
  if (spec.type === "c" && (value < 0n || value > 0x10ffffn))
    throw new TemplateRuntimeError("%c arg not in range(0x110000)");
  if (spec.type === "c") return pad("", String.fromCodePoint(Number(value)), { ...spec, align: spec.align ?? ">" });
  if (radix === void 0) return failCode(spec.type, name === "bool" ? "int" : name);
  const size = value < 0n ? -value : value;
  const digits = radix === 10 ? formatDigits(size) : size.toString(radix);
  const prefix = spec.alternate && radix !== 10 ? `0${spec.type}` : "";
  const shown = spec.type === "X" ? digits.toUpperCase() : digits;
  return finish(value < 0n, prefix, shown, "", spec, radix === 10 ? 3 : 4);
}
function formatNumber(value, spec, name) {
  if (!/^[eEfFgGn%]?$/.test(spec.type)) return failCode(spec.type, name);
  const text = formatPlain(value, spec);
  const [, digits = "", rest = ""] = /^(\d*)(.*)$/.exec(text.replace(/^-/, "")) ?? [];
  return finish(text.startsWith("-"), "", digits, rest, spec, 3);
}
function formatPlain(value, spec) {
  const type = spec.type === "n" ? "g" : spec.type;
  if (type !== "") return formatFloatAs(value, type, spec.precision ?? 6, spec.alternate);
  if (spec.precision === void 0) {
    const text2 = formatFloat(value);
    return spec.alternate && /^-?\d+e/.test(text2) ? text2.replace("e", ".e") : text2;
  }
  if (!Number.isFinite(value)) return formatFloatAs(value, "g", spec.precision, false);
  const text = toGeneral(value, spec.precision, spec.alternate, "e", true);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}
function finish(isNegative, prefix, digits, rest, spec, group) {
  const sign = isNegative ? "-" : spec.sign === "-" ? "" : spec.sign;
  const lead = sign + prefix;
  const { separator } = spec;
  if (separator === "") return pad(lead, digits + rest, { ...spec, align: spec.align ?? ">" });
  const columns = spec.width - lead.length - rest.length;
  const zeros = spec.align === "=" && spec.fill === "0" ? Math.ceil((columns * group + 1) / (group + 1)) : 0;
  const grouped = groupDigits(digits.padStart(zeros, "0"), separator, group);
  return pad(lead, grouped + rest, { ...spec, align: spec.align ?? ">" });
}
function groupDigits(digits, separator, group) {
  const groups = [];
  for (let end = digits.length; end > 0; end -= group) groups.push(digits.slice(Math.max(0, end - group), end));
  return groups.reverse().join(separator);
}
function pad(lead, body, spec) {
  const missing = Math.max(0, spec.width - countCharacters(lead + body));
  const fill = (count) => spec.fill.repeat(count);
  switch (spec.align) {
    case "<":
      return lead + body + fill(missing);
    case "^":
      return fill(Math.floor(missing / 2)) + lead + body + fill(missing - Math.floor(missing / 2));
    case "=":
      return lead + fill(missing) + body;
    default:
      return fill(missing) + lead + body;
  }
}
export {
  formatValue
};
