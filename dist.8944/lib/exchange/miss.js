import { InferenceClientInputError } from "../errors.js";
const SHOWN = 120;
class ReplayMissError extends InferenceClientInputError {
  /** The recording that is most like the request, and the first field in which the two differ. */
  nearest;
  /** @param place name of the store */
  constructor(requested, place, nearest) {
    const { method, host, path } = requested;
    const request = "".concat(method, " ").concat(host).concat(path);
    super(
      nearest ? "No recording of ".concat(request, " in ").concat(place, ". The nearest, ").concat(nearest.recording, ", differs in ").concat(nearest.field, ": ").concat(describe(nearest), ".") : "No recording of ".concat(request, " in ").concat(place, ": it holds no recordings.")
    );
    this.name = "ReplayMissError";
    this.nearest = nearest;
  }
}
function describe({ recorded, requested }) {
  const [a, b] = [stringify(recorded), stringify(requested)];
  let same = 0;
  while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
  const from = Math.max(a.length, b.length) > SHOWN ? Math.max(0, same - SHOWN / 3) : 0;
  return "recorded ".concat(shorten(a, from), ", requested ").concat(shorten(b, from));
}
function stringify(value) {
  return value === void 0 ? "nothing" : JSON.stringify(value);
}
function shorten(text, from) {
  const end = from + SHOWN;
  return "".concat(from > 0 ? "\u2026" : "").concat(text.slice(from, end)).concat(text.length > end ? "\u2026" : "");
}
export {
  ReplayMissError
};
