import { quote, quoteShell } from "../quote.js";
class Code {
  content;
  constructor(content) {
    this.content = content;
  }
}
class Snippet extends Code {
  language;
  /** Tells it from the library's other snippets for the model, such as `pipeline`. */
  variant;
  constructor(language, content, variant) {
    super(content);
    this.language = language;
    this.variant = variant;
  }
  /** Returns the snippet under the name of a variant. */
  named(variant) {
    return new Snippet(this.language, this.content, variant);
  }
}
const python = createTag("python", quote);
const js = createTag("js", quote);
const csharp = createTag("csharp", quote);
const sh = createTag("sh", quoteShell);
function code(content) {
  return new Code(content);
}
function operand(word) {
  return code(word.startsWith("-") ? "-- ".concat(quoteShell(word)) : quoteShell(word));
}
function text(content) {
  return new Snippet("text", content);
}
function lines(...pieces) {
  return join(pieces, "\n");
}
function paragraphs(...pieces) {
  return join(pieces, "\n\n");
}
function commaList(...pieces) {
  return join(pieces, ", ");
}
function join(pieces, separator) {
  const present = pieces.filter((piece) => piece !== void 0);
  return code(present.map(({ content }) => content).join(separator));
}
const KNOWN_PARTS = /* @__PURE__ */ new WeakMap();
function createTag(language, quoteText) {
  return (template, ...values) => {
    const parts = KNOWN_PARTS.get(template) ?? parseTemplate(template);
    let content = "";
    let index = 0;
    for (const { text: text2, indentation } of parts) {
      content += text2;
      if (index < values.length) content += show(values[index++], indentation ?? findIndentation(content));
    }
    return new Snippet(language, content);
  };
  function show(value, indentation) {
    if (value instanceof Code) {
      const { content } = value;
      return indentation !== "" && content.includes("\n") ? content.replaceAll("\n", "\n".concat(indentation)) : content;
    }
    if (typeof value === "number") return String(value);
    return quoteText(typeof value === "string" ? value : JSON.stringify(value));
  }
}
function parseTemplate(template) {
  const parts = removeMargin(template.raw).map((text2, index) => ({
    text: text2,
    indentation: index === 0 || text2.includes("\n") ? findIndentation(text2) : void 0
  }));
  KNOWN_PARTS.set(template, parts);
  return parts;
}
function findIndentation(text2) {
  return /^[\t ]*/.exec(text2.slice(text2.lastIndexOf("\n") + 1))?.[0] ?? "";
}
const HOLE = "\0";
function removeMargin(parts) {
  const whole = parts.join(HOLE).replace(/\n\t*$/, "").replace(/^\n/, "");
  const margin = Math.min(...[...whole.matchAll(/^\t*(?=[^\t\n])/gm)].map(([tabs]) => tabs.length));
  return whole.replace(new RegExp("^\\t{0,".concat(margin, "}"), "gm"), "").split(HOLE);
}
export {
  Code,
  Snippet,
  code,
  commaList,
  csharp,
  js,
  lines,
  operand,
  paragraphs,
  python,
  sh,
  text
};
