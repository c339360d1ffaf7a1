import { notFound, ServiceFailure } from "../failure.ts";
import { pollJob, type QueuedJob } from "../jobs.ts";
import { behaviorOf, modelExists } from "../known-models.ts";
import type { IncomingCall } from "../types.ts";

/**
 * Puts a job into the queue; the model's name may make it fail or never end.
 * @throws ServiceFailure as `checkBehavior`, but for a model that fails: its jobs fail later
 */
export function startJob({ state }: IncomingCall, model: string, result: () => Promise<unknown>): QueuedJob {
	const behavior = behaviorOf(model);
	if (behavior !== "failing") checkBehavior(model);
	let made: Promise<unknown> | undefined;
	const job: QueuedJob = {
		id: state.createId(),
		polls: 0,
		failure: behavior === "failing" ? `Model ${model} failed to answer.` : undefined,
		endless: behavior === "endless",
		canceled: false,
		result: () => (made ??= result()),
	};
	state.jobs.byId.set(job.id, job);
	return job;
}

/** @throws ServiceFailure 404 when there is no such job */
export function findJob({ state }: IncomingCall, id: string | null | undefined): QueuedJob {
	const job = state.jobs.byId.get(id ?? "");
	if (!job) throw notFound(`No job with id ${id ?? "(none)"}.`);
	return job;
}

/** A job, its state, and its result if it is done. */
export interface FollowedJob {
	job: QueuedJob;
	state: ReturnType<typeof pollJob>;
	result: unknown;
}

/** Polls a job: the one that the path names, unless an id is given. */
export async function followJob(
	incoming: IncomingCall,
	id: string | null | undefined = incoming.groups[0],
): Promise<FollowedJob> {
	const job = findJob(incoming, id);
	const state = pollJob(job, incoming.state.pendingPolls);
	return { job, state, result: state === "done" ? await job.result() : undefined };
}

/**
 * Rejects unknown models, and makes test models misbehave.
 * @throws ServiceFailure as the model's name says
 */
export function checkBehavior(model: string): void {
	const behavior = modelExists(model) ? behaviorOf(model) : "missing";
	const failure = FAILURES[behavior ?? ""]?.(model);
	if (failure) throw failure;
}

const FAILURES: Readonly<Record<string, (model: string) => ServiceFailure>> = {
	missing: noSuchModel,
	gated: (model) => new ServiceFailure(403, `You do not have access to model ${model}.`, { code: "model_gated" }),
	limited: () => {
		const details = { code: "rate_limit_exceeded", headers: { "retry-after": "1" } };
		return new ServiceFailure(429, "Rate limit reached. Please try again later.", details);
	},
	overloaded: (model) =>
		new ServiceFailure(503, `Model ${model} is overloaded. Please try again later.`, { code: "overloaded" }),
	failing: (model) => new ServiceFailure(500, `Model ${model} failed to answer.`, { code: "internal_error" }),
};

export function noSuchModel(model: string): ServiceFailure {
	const name = model.slice(0, 100);
	return notFound(`The model \`${name}\` does not exist or you do not have access to it.`, "model_not_found");
}
