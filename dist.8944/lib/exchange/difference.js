const WEIGHTS = { method: 200, path: 100, host: 20 };
function compareRequests(recorded, requested) {
  const found = [];
  for (const field of ["method", "host", "path"]) {
    if (recorded[field] === requested[field]) continue;
    const difference = { field, recorded: recorded[field], requested: requested[field] };
    found.push({ difference, weight: WEIGHTS[field] });
  }
  for (const field of ["query", "body"]) {
    for (const difference of compareValues(field, recorded[field], requested[field])) {
      found.push({ difference, weight: unlikeness(difference) });
    }
  }
  const first = found[0]?.difference;
  return first && { distance: found.reduce((sum, { weight }) => sum + weight, 0), first };
}
function* compareValues(field, recorded, requested) {
  if (isContainer(recorded) && isContainer(requested) && Array.isArray(recorded) === Array.isArray(requested)) {
    const [before, after] = [new Map(Object.entries(recorded)), new Map(Object.entries(requested))];
    for (const key of /* @__PURE__ */ new Set([...before.keys(), ...after.keys()])) {
      yield* compareValues(`${field}.${key}`, before.get(key), after.get(key));
    }
  } else if (recorded !== requested) yield { field, recorded, requested };
}
function isContainer(value) {
  return value !== null && typeof value === "object";
}
function unlikeness({ recorded, requested }) {
  if (typeof recorded !== "string" || typeof requested !== "string") return 1;
  const length = Math.min(recorded.length, requested.length);
  let same = 0;
  while (same < length && recorded[same] === requested[same]) same++;
  let tail = 0;
  while (tail < length - same && recorded.at(-1 - tail) === requested.at(-1 - tail)) tail++;
  return 1 - (same + tail) / (Math.max(recorded.length, requested.length) + 1);
}
export {
  compareRequests
};
