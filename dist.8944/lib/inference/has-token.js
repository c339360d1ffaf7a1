import { getPath } from "../json.js";
function hasToken(event) {
  if (getPath(event, "token") !== void 0) return true;
  const choice = getPath(event, "choices", 0);
  const { role: _role, ...delta } = getPath(choice, "delta") ?? {};
  return [getPath(choice, "text"), ...Object.values(delta)].some(
    (part) => Array.isArray(part) ? part.length > 0 : Boolean(part)
  );
}
export {
  hasToken
};
