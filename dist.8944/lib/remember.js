const LONGEST_KEY = 500;
function remember(find, most = 1e3) {
  const known = /* @__PURE__ */ new Map();
  return (key) => {
    const found = known.get(key);
    if (found !== void 0) return found;
    const value = find(key);
    if (key.length > LONGEST_KEY) return value;
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}
export {
  remember
};
