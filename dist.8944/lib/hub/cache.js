class BoundedCache {
  entries = /* @__PURE__ */ new Map();
  limit;
  /** @param limit number of entries it holds at most */
  constructor(limit) {
    this.limit = limit;
  }
  get(key) {
    const value = this.entries.get(key);
    if (value !== void 0) {
      this.entries.delete(key);
      this.entries.set(key, value);
    }
    return value;
  }
  set(key, value) {
    this.entries.delete(key);
    this.entries.set(key, value);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit) break;
      this.entries.delete(oldest);
    }
  }
  delete(key) {
    this.entries.delete(key);
  }
}
const defaultCache = new BoundedCache(1e3);
function tokenKey(token) {
  if (!token) return "-";
  let low = 2166136261;
  let high = 16777619;
  for (let index = 0; index < token.length; index++) {
    low = Math.imul(low ^ token.charCodeAt(index), 16777619);
    high = Math.imul(high ^ low, 2246822507) >>> 0;
  }
  return (low >>> 0).toString(36) + high.toString(36);
}
export {
  BoundedCache,
  defaultCache,
  tokenKey
};
