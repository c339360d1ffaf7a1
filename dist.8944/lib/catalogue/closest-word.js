const TOLERANCE = 1 / 4;
const SHORTEST_HINT = 3;
const LEAST_BEGINNING = 1 / 2;
function closestWord(word, candidates) {
  const wanted = normalize(word);
  if (wanted === "") return void 0;
  let closest;
  let fewest = Number.POSITIVE_INFINITY;
  let related;
  for (const candidate of candidates) {
    const name = normalize(candidate);
    const errors = countErrors(wanted, name);
    if (errors <= tolerance(wanted, name) && errors < fewest) {
      closest = candidate;
      fewest = errors;
    }
    if (wanted.length >= SHORTEST_HINT && containsParts(name, wanted)) related ??= candidate;
  }
  return closest ?? related;
}
function tolerance(wanted, name) {
  const longest = Math.max(wanted.length, name.length);
  return Math.max(longest * TOLERANCE, Math.min(wanted.length, name.length) >= SHORTEST_HINT ? 1 : 0);
}
function containsParts(name, wanted) {
  const parts = name.split("-");
  return wanted.split("-").every(
    (beginning) => parts.some((part) => part.startsWith(beginning) && beginning.length >= part.length * LEAST_BEGINNING)
  );
}
function normalize(word) {
  return word.replace(/([a-z0-9])([A-Z])/g, "$1-$2").replace(/[\s_-]+/g, "-").toLowerCase();
}
function countErrors(from, to) {
  let beforeLast = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const errors = [
        (last[column - 1] ?? 0) + (same ? 0 : 1),
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1
      ];
      if (from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1] && row > 1 && column > 1)
        errors.push((beforeLast[column - 2] ?? 0) + 1);
      current.push(Math.min(...errors));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
export {
  closestWord
};
