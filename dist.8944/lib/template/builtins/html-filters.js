import { TemplateRuntimeError } from "../errors.js";
import { SPACE_CLASS } from "../syntax/grammar.js";
import { isTrue } from "../values/compare.js";
import { entriesOf, isMapping } from "../values/dict.js";
import { escapeHtml } from "../values/escape.js";
import { itemsOf, tryItems } from "../values/iterate.js";
import { charge } from "../values/meter.js";
import { toRepr, toText } from "../values/text.js";
import { plainTypeName } from "../values/type-name.js";
import { Undefined } from "../values/undefined.js";
import { isText, Safe } from "../values/value.js";
import { integerOr } from "./arguments.js";
import { stripTags } from "./strip-tags.js";
import { urlize } from "./urlize.js";
const SPACES = new RegExp(`[${SPACE_CLASS}]+`);
const UNSAFE_IN_NAME = /[\t-\r />=]/;
const HTML_FILTERS = {
  striptags: { parameters: [], run: (_, value) => stripTags(toText(value)) },
  urlencode: { parameters: [], run: encode },
  xmlattr: {
    parameters: ["autospace"],
    run: (runtime, value, space) => writeAttributes(runtime, value, isTrue(space ?? true))
  },
  urlize: {
    parameters: ["trim_url_limit", "nofollow", "target", "rel", "extra_schemes"],
    run: (runtime, value, limit, noFollow, target, rel, schemes) => {
      const { policies } = runtime.settings;
      const usualRel = policies["urlize.rel"];
      const words = [toText(rel ?? ""), usualRel === void 0 ? "noopener" : usualRel ?? ""].join(" ").split(SPACES);
      const goal = target ?? policies["urlize.target"];
      const text = urlize(escapeHtml(value).text, {
        limit: limit === void 0 || limit === null ? void 0 : integerOr(limit, 0),
        rel: [.../* @__PURE__ */ new Set([...words, ...isTrue(noFollow ?? false) ? ["nofollow"] : []])].filter((word) => word !== "").sort().join(" "),
        target: goal === void 0 || goal === null ? void 0 : toText(goal),
        schemes: itemsOf(schemes ?? policies["urlize.extra_schemes"] ?? []).map(toText)
      });
      return runtime.autoescape ? new Safe(text) : text;
    }
  }
};
function encode(runtime, value) {
  const items = isText(value) ? void 0 : isMapping(value) ? entriesOf(value) : tryItems(value);
  if (!items) return quoteUrl(runtime, toText(value), true);
  return items.map((pair) => {
    const [key, item, ...rest] = itemsOf(pair);
    if (item === void 0 || rest.length > 0)
      throw new TemplateRuntimeError("urlencode wants pairs of key and value");
    return [key, item].map((part) => quoteUrl(runtime, toText(part), false).replaceAll("%20", "+")).join("=");
  }).join("&");
}
const PIECE = 65536;
function quoteUrl(runtime, text, keepSlash) {
  let result = "";
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE + (/[\ud800-\udbff]/.test(text.charAt(start + PIECE - 1)) ? 1 : 0);
    charge(Math.min(end, text.length) - start);
    result += quotePiece(text.slice(start, end), keepSlash);
    runtime.checkLength(result.length);
    start = end;
  }
  return result;
}
function quotePiece(text, keepSlash) {
  const encoded = encodeURIComponent(text.replace(/\p{Cs}/gu, "\uFFFD")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`
  );
  return keepSlash ? encoded.replaceAll("%2F", "/") : encoded;
}
function writeAttributes(runtime, value, hasSpace) {
  if (value instanceof Undefined) return value.fail();
  if (!isMapping(value)) throw new TemplateRuntimeError(`'${plainTypeName(value)}' object has no attribute 'items'`);
  const attributes = entriesOf(value).filter(([, item]) => item !== null && !(item instanceof Undefined)).map(([key, item]) => {
    if (UNSAFE_IN_NAME.test(toText(key)))
      throw new TemplateRuntimeError(`Invalid character in attribute name: ${toRepr(key)}`);
    return `${escapeHtml(key).text}="${escapeHtml(item).text}"`;
  });
  const text = (hasSpace && attributes.length > 0 ? " " : "") + attributes.join(" ");
  return runtime.autoescape ? new Safe(text) : text;
}
export {
  HTML_FILTERS
};
