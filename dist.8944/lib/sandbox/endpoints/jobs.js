import { ServiceFailure } from "../failure.js";
import { once } from "../jobs.js";
import { behaviorOf } from "../models.js";
function startJob({ state }, model, result) {
  const behavior = behaviorOf(model);
  const job = {
    id: state.createId(),
    polls: 0,
    failure: behavior === "failing" ? `Model ${model} failed to answer.` : void 0,
    endless: behavior === "endless",
    canceled: false,
    result: once(result)
  };
  state.jobs.byId.set(job.id, job);
  return job;
}
function findJob({ state }, id) {
  const job = id ? state.jobs.byId.get(id) : void 0;
  if (!job) throw new ServiceFailure(404, `No job with id ${id ?? "(none)"}.`, { code: "not_found" });
  return job;
}
export {
  findJob,
  startJob
};
