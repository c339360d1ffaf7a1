import { checkTarget } from "../inference/preview.js";
function makeTargets(options) {
  const { targets, provider, model, accessToken, endpointUrl } = options;
  if (targets) return targets;
  const providers = isList(provider) ? provider : [provider];
  return providers.map((each) => ({ provider: each, model, accessToken, endpointUrl }));
}
function isList(value) {
  return Array.isArray(value);
}
function targetArgs({ accessToken, model, provider, endpointUrl }) {
  return { accessToken, model, provider, endpointUrl };
}
async function keepUsable(lanes, { task, onSkip }, optionsOf) {
  const problems = /* @__PURE__ */ new Map();
  for (const lane of lanes) {
    try {
      await checkTarget(task, targetArgs(lane.target), optionsOf(lane.target));
    } catch (error) {
      problems.set(lane, error);
    }
  }
  const usable = lanes.filter((lane) => !problems.has(lane));
  if (usable.length === 0) throw problems.values().next().value;
  for (const [lane, error] of problems) onSkip?.(lane.name, error);
  return usable;
}
export {
  keepUsable,
  makeTargets,
  targetArgs
};
