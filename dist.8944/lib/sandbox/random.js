function hash(...parts) {
  let value = 2166136261;
  for (const part of parts) {
    const text = String(part);
    for (let index = 0; index < text.length; index++) {
      value = Math.imul(value ^ text.charCodeAt(index), 16777619);
    }
    value = Math.imul(value ^ 31, 16777619);
  }
  value = Math.imul(value ^ value >>> 15, 739982445);
  return (value ^ value >>> 13) >>> 0;
}
function createRandom(...parts) {
  let state = hash(...parts);
  const next = () => {
    state = state + 1831565813 | 0;
    let value = Math.imul(state ^ state >>> 15, 1 | state);
    value = value + Math.imul(value ^ value >>> 7, 61 | value) ^ value;
    return ((value ^ value >>> 14) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(next() * limit);
  return { next, below, pick: (items) => items[below(items.length)] ?? items[0] };
}
export {
  createRandom,
  hash
};
