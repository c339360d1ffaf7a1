function applyEdits({ text, borders }, edits) {
  if (edits.length === 0) return { text, borders };
  const ordered = [...edits].sort((a, b) => a.from - b.from || b.to - a.to);
  const parts = [];
  const moved = [];
  let end = 0;
  let length = 0;
  let next = 0;
  const copyUntil = (place) => {
    for (let border = borders[next]; border !== void 0 && border <= place; border = borders[++next]) {
      moved.push(length + Math.max(0, border - end));
    }
    parts.push(text.slice(end, place));
    length += place - end;
  };
  for (const { from, to, by } of ordered) {
    if (from < end) continue;
    copyUntil(from);
    parts.push(by);
    length += by.length;
    end = to;
  }
  copyUntil(text.length);
  return { text: parts.join(""), borders: moved };
}
export {
  applyEdits
};
