import { ServiceFailure } from "../failure.ts";
import { type Job, once } from "../jobs.ts";
import { behaviorOf } from "../model-behavior.ts";
import type { IncomingCall } from "../types.ts";

/** Puts a job into the queue; the model's name may make it fail or never end. */
export function startJob({ state }: IncomingCall, model: string, result: () => Promise<unknown>): Job {
	const behavior = behaviorOf(model);
	const job: Job = {
		id: state.createId(),
		polls: 0,
		failure: behavior === "failing" ? `Model ${model} failed to answer.` : undefined,
		endless: behavior === "endless",
		canceled: false,
		result: once(result),
	};
	state.jobs.byId.set(job.id, job);
	return job;
}

/** @throws ServiceFailure 404 when there is no such job */
export function findJob({ state }: IncomingCall, id: string | null | undefined): Job {
	const job = id ? state.jobs.byId.get(id) : undefined;
	if (!job) throw new ServiceFailure(404, `No job with id ${id ?? "(none)"}.`, { code: "not_found" });
	return job;
}
