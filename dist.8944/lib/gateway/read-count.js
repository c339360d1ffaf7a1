import { readMember } from "../http/index.js";
import { invalid } from "./errors.js";
function readCount(fields, name, most) {
  const value = readMember(fields, name);
  if (value === void 0 || value === null) return 1;
  if (typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw invalid(`${name} must be a whole number from 1 to ${most}.`, name);
}
export {
  readCount
};
