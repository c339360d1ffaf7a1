import { REGISTRY } from "./registry.js";
import { runAmong, runStreamAmong } from "./run-among.js";
function run(task, args, options) {
  return runAmong(REGISTRY, task, args, options);
}
function runStream(task, args, options, convert) {
  return runStreamAmong(REGISTRY, task, args, options, convert);
}
export {
  run,
  runStream
};
