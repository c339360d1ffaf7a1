import { getPath, parseJson, textOf } from "../../base/json.ts";
import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../../errors.ts";
import { describeResponse, parseHttpUrl, readErrorText, readText, urlBelow, wait } from "../../http/index.ts";
import type { ProviderResponse } from "../types.ts";
import { malformed } from "./shape.ts";

/** One GET about a job. */
export interface PollQuestion {
	/**
	 * Where to send it. A string is a path below the provider's base URL; it gets the headers of the first request.
	 * A URL may be anywhere; it gets its own headers, without credentials.
	 */
	target: string | { url: unknown; headers: Record<string, string> };
	/** Whether errors show the headers. */
	showHeaders?: true;
	/** Error for an unsuccessful response; `{status}` stands for its status. */
	failed: string;
	/** Error for a response that is not JSON and for a forbidden target; `{json}` stands for the text. */
	malformed: string;
}

/**
 * Sends a GET for the state or the result of a job.
 * @returns the JSON value
 * @throws ProviderOutputError if the target leads outside the provider
 */
export async function ask(
	previous: ProviderResponse,
	question: PollQuestion,
	{ url, headers }: PollRequest = locate(previous, question),
): Promise<unknown> {
	const { showHeaders } = question;
	const { fetch, signal, limits } = previous;
	const response = await fetch(url, { headers, ...(signal ? { signal } : {}) });
	if (!response.ok) {
		throw new InferenceClientProviderApiError(
			question.failed.replace("{status}", String(response.status)),
			{ url, method: "GET", ...(showHeaders ? { headers: { ...headers } } : {}) },
			describeResponse(response, await readErrorText(response, limits)),
		);
	}
	const text = await readText(response, limits);
	const data = parseJson(text);
	if (data === undefined) throw malformed(question.malformed, text);
	return data;
}

interface PollRequest {
	url: string;
	headers: Record<string, string>;
}

function locate({ base, headers }: ProviderResponse, { target, malformed: error }: PollQuestion): PollRequest {
	const isPath = typeof target === "string";
	const url = isPath ? urlBelow(base(), target) : parseHttpUrl(target.url)?.href;
	if (url === undefined) throw malformed(error, isPath ? target : target.url);
	return { url, headers: isPath ? headers : target.headers };
}

/** Returns an id from a response as one segment of a path. */
export function segment(id: unknown): string {
	return encodeURIComponent(textOf(id));
}

/** How to poll a job to its end. */
export interface Poll extends Omit<PollQuestion, "target"> {
	/** The target, or a function that returns it for each poll, counted from 0. */
	target: PollQuestion["target"] | ((attempt: number) => PollQuestion["target"]);
	/** Pause before each poll, in milliseconds. */
	interval: number;
	/** The first poll has no pause before it. */
	atOnce?: true;
	/** Maximum polls. Default: no limit. */
	limit?: number;
	/** Returns the error after the last poll, from its status. */
	exhausted?: (status: unknown) => string;
	/** Where the response states the job's status. */
	status: string[];
	/** Error for a response without a status; without this text, any status goes to `isDone`. */
	noStatus?: string;
	/** Whether the job is done. Throws if it failed. */
	isDone(status: unknown, data: unknown): boolean;
}

/**
 * Polls until the job is done. The caller's signal aborts pauses and requests.
 * @returns the last response
 * @throws ProviderApiError if a poll fails; ProviderOutputError if the job fails or takes too many polls
 */
export async function poll(response: ProviderResponse, job: Poll): Promise<unknown> {
	const { interval, limit = Number.POSITIVE_INFINITY } = job;
	let status: unknown;
	for (let attempt = 0; attempt < limit; attempt++) {
		const question = { ...job, target: typeof job.target === "function" ? job.target(attempt) : job.target };
		// A forbidden target is rejected at once, not after the first pause.
		const target = locate(response, question);
		if (attempt > 0 || !job.atOnce) await (response.wait ?? wait)(interval, response.signal);
		const data = await ask(response, question, target);
		status = getPath(data, ...job.status);
		if (job.noStatus !== undefined && typeof status !== "string") throw malformed(job.noStatus);
		if (job.isDone(status, data)) return data;
		const position = getPath(data, "queue_position");
		const state = typeof status === "string" ? status : undefined;
		response.notify({
			type: "progress",
			message: `The job is not done yet${state === undefined ? "" : `: ${state}`}`,
			url: target.url,
			attempt: attempt + 1,
			...(state === undefined ? {} : { status: state }),
			...(typeof position === "number" ? { position } : {}),
		});
	}
	throw new InferenceClientProviderOutputError(job.exhausted?.(status) ?? "Timed out while waiting", "timeout");
}

export function jobFailed(message: string): InferenceClientProviderOutputError {
	return new InferenceClientProviderOutputError(message, "failed");
}
