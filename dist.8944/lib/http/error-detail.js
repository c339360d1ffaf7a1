import { isRecord, readMember } from "../json.js";
const MAX_LINES = 20;
const MAX_LENGTH = 300;
const LISTS = ["errors", "details", "error", "detail", "message"];
const PLACES = ["loc", "path", "field", "param", "property", "pointer"];
const TEXTS = ["msg", "message", "detail", "reason", "description", "title", "error"];
function findDetail(body) {
  const error = readMember(body, "error");
  const sentences = [error, readMember(error, "message"), readMember(body, "detail"), readMember(body, "message")];
  const sentence = sentences.find(isText);
  const lists = [body, error].flatMap(
    (holder) => (
      // An object under these names is a list of fields only where nothing else speaks.
      LISTS.map((name) => readMember(holder, name)).filter(
        (list, index) => !sentence || index < 2 || Array.isArray(list)
      )
    )
  );
  const lines = lists.flatMap(readLines);
  const lead = sentence ?? [readMember(body, "msg"), readMember(error, "msg"), readMember(body, "title")].find(isText);
  const all = [.../* @__PURE__ */ new Set([...lead === void 0 ? [] : [lead], ...lines])];
  if (all.length === 0) return void 0;
  const rest = all.length > MAX_LINES ? ["\u2026 and ".concat(all.length - MAX_LINES, " more")] : [];
  return [...all.slice(0, MAX_LINES), ...rest].join("\n");
}
function isText(value) {
  return typeof value === "string";
}
function readLines(list) {
  if (Array.isArray(list)) return list.flatMap((item) => describeItem(item));
  if (!isRecord(list)) return [];
  if (TEXTS.some((name) => isText(list[name]))) return [];
  return Object.entries(list).flatMap(([field, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter(isText);
    return texts.map((text) => shorten("".concat(field, ": ").concat(text)));
  });
}
function describeItem(item) {
  if (isText(item)) return [shorten(item)];
  const text = TEXTS.map((name) => readMember(item, name)).find(isText);
  if (text === void 0) return [];
  const place = PLACES.map((name) => readMember(item, name)).find((value) => isText(value) || Array.isArray(value));
  const path = Array.isArray(place) ? place.join(".") : place;
  return [shorten(path === void 0 || path === "" ? text : "".concat(String(path), ": ").concat(text))];
}
function shorten(text) {
  return text.length > MAX_LENGTH ? "".concat(text.slice(0, MAX_LENGTH), "\u2026") : text;
}
export {
  findDetail
};
