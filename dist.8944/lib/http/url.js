import { remember } from "../remember.js";
function parseHttpUrl(value, base) {
  const text = value instanceof URL ? value.href : value;
  if (typeof text !== "string") return void 0;
  const isRelative = base !== void 0 && text.startsWith("/");
  if (!isRelative && !/^https?:\/\//i.test(text)) return void 0;
  const url = parse(text, base);
  if (!url) return void 0;
  const isWeb = url.protocol === "https:" || url.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : void 0;
}
function parse(text, base) {
  try {
    return new URL(text, base);
  } catch {
    return void 0;
  }
}
function urlBelow(base, path) {
  const root = parseWhole(base);
  const text = `${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
  const url = parseWhole(text);
  if (!root || !url || url.origin !== root.origin) return void 0;
  const prefix = `${root.pathname.replace(/\/+$/, "")}/`;
  return url.pathname.startsWith(prefix) && !hasDotSegments(path) ? text : void 0;
}
const parseWhole = remember((text) => parseHttpUrl(text));
function hasDotSegments(path) {
  if (!path.includes(".") && !path.includes("%")) return false;
  const [head = ""] = path.replace(/[\t\n\r]/g, "").split(/[?#]/, 1);
  let decoded = head;
  for (let turn = 0; turn < 3; turn++) {
    decoded = decoded.replace(/%(2e|2f|5c|25)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  }
  return decoded.split(/[/\\]/).some((segment) => segment === "." || segment === "..");
}
export {
  parseHttpUrl,
  urlBelow
};
