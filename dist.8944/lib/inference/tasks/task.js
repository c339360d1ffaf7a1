import { run } from "../run.js";
function task(id) {
  return (args, options) => run(id, args, options);
}
export {
  task
};
