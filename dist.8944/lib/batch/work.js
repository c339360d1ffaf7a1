const CHARACTERS_PER_TOKEN = 4;
function createWork(row, index, isCounted) {
  const args = typeof row.args === "function" ? void 0 : row.args;
  const tokens = isCounted && args ? JSON.stringify(args).length / CHARACTERS_PER_TOKEN : 0;
  return { row, index, args, tokens, attempts: 0, faults: 0, tried: void 0, cacheKey: void 0 };
}
function describeLane({ row }, lane) {
  const model = row.model ?? lane.target.model;
  return { provider: lane.name, ...model === void 0 ? {} : { model } };
}
export {
  createWork,
  describeLane
};
