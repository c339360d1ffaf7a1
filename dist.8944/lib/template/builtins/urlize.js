import { SPACE_CLASS } from "../syntax/grammar.js";
import { escapeCharacters } from "../values/escape.js";
import { charge } from "../values/meter.js";
import { replaceMatches } from "../values/search-text.js";
const WORD = "\\p{L}\\p{N}_";
const DIGIT = "\\p{Nd}";
const REST = `(?::${DIGIT}{1,5})?(?:[/?#][^${SPACE_CLASS}]*)?$`;
const WEB = new RegExp(`^(?:https?://|www\\.)(?:[${WORD}%\\-]+\\.)*(?:[a-z]{2,63}|xn--[${WORD}%]{2,59})${REST}`, "iu");
const DOMAIN = new RegExp(`^(?:[${WORD}%\\-]{2,63}\\.)+(?:com|net|int|edu|gov|org|info|mil)${REST}`, "iu");
const NUMERIC = new RegExp(
  `^https?://(?:${DIGIT}{1,3}(?:\\.${DIGIT}{1,3}){3}|\\[(?:[\\da-f]{0,4}:){2}(?:[\\da-f]{0,4}:?){1,6}\\])${REST}`,
  "iu"
);
const MAIL = new RegExp(`^[^${SPACE_CLASS}@]+@[${WORD}][${WORD}.\\-]*$`, "u");
const LAST_LABEL = new RegExp(`^[${WORD}]+$`, "u");
const WORDS = new RegExp(`[^${SPACE_CLASS}]+`, "g");
const LEADING = /^(?:[(<]|&lt;)+/;
const TRAILING = [")", ">", ".", ",", "&gt;"];
const BRACKETS = [
  ["(", ")"],
  ["<", ">"],
  ["&lt;", "&gt;"]
];
function urlize(html, options) {
  return replaceMatches(html, WORDS, (word) => linkWord(word, options));
}
function linkWord(word, options) {
  charge(1);
  const head = LEADING.exec(word)?.[0] ?? "";
  let middle = word.slice(head.length);
  let end = middle.length;
  for (let mark = endingOf(middle, end); mark !== void 0; mark = endingOf(middle, end)) end -= mark.length;
  let tail = middle.slice(end);
  middle = middle.slice(0, end);
  for (const [open, close] of BRACKETS) {
    const missing = middle.split(open).length - middle.split(close).length;
    for (let count = 0; count < missing; count++) {
      const end2 = tail.indexOf(close);
      if (end2 === -1) break;
      middle += tail.slice(0, end2 + close.length);
      tail = tail.slice(end2 + close.length);
    }
  }
  return head + linkUrl(middle, options) + tail;
}
function isMail(address) {
  return MAIL.test(address) && LAST_LABEL.test(address.slice(address.lastIndexOf(".") + 1)) && address.lastIndexOf(".") > address.indexOf("@") + 1;
}
function endingOf(text, end) {
  return TRAILING.find((mark) => text.endsWith(mark, end));
}
function linkUrl(address, { limit, rel, target, schemes }) {
  const shown = limit !== void 0 && address.length > limit ? `${address.slice(0, limit)}...` : address;
  const relation = rel === "" ? "" : ` rel="${escapeCharacters(rel)}"`;
  const frame = target === void 0 ? "" : ` target="${escapeCharacters(target)}"`;
  const link = (href) => `<a href="${href}"${relation}${frame}>${shown}</a>`;
  if (WEB.test(address) || DOMAIN.test(address) || NUMERIC.test(address))
    return link(/^https?:\/\//i.test(address) ? address : `https://${address}`);
  if (address.startsWith("mailto:") && isMail(address.slice(7))) return `<a href="${address}">${address.slice(7)}</a>`;
  if (isMail(address) && !address.startsWith("www.") && !address.includes(":") && !address.startsWith("@"))
    return `<a href="mailto:${address}">${address}</a>`;
  const scheme = schemes.find((prefix) => address !== prefix && address.startsWith(prefix));
  return scheme === void 0 ? address : link(address);
}
export {
  urlize
};
