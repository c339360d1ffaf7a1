import { abortReason, race } from "../http/index.js";
const pendingOf = /* @__PURE__ */ new WeakMap();
async function lookUp(cache, key, signal, load) {
  const known = cache.get(key);
  if (known !== void 0) return known;
  if (signal?.aborted) throw abortReason(signal);
  const pending = join(cache, key, load);
  pending.waiting++;
  try {
    return await race(pending.result, signal);
  } finally {
    pending.waiting--;
    if (pending.waiting === 0 && signal?.aborted) {
      leave(cache, key, pending);
      pending.controller.abort(abortReason(signal));
    }
  }
}
function join(cache, key, load) {
  const all = pendingOf.get(cache) ?? /* @__PURE__ */ new Map();
  pendingOf.set(cache, all);
  const known = all.get(key);
  if (known) return known;
  const controller = new AbortController();
  const result = load(controller.signal).then((value) => {
    cache.set(key, value);
    return value;
  });
  const pending = { result, waiting: 0, controller };
  all.set(key, pending);
  const done = () => leave(cache, key, pending);
  result.then(done, done);
  return pending;
}
function leave(cache, key, pending) {
  const all = pendingOf.get(cache);
  if (all?.get(key) === pending) all.delete(key);
}
export {
  lookUp
};
