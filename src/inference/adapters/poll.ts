import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../../errors.ts";
import { describeResponse, parseJson, wait } from "../../http/index.ts";
import { getPath } from "../../json.ts";
import type { ProviderResponse } from "../types.ts";
import { isNumber, isString, malformed } from "./shape.ts";

/** How one address of a job is asked. */
export interface Question {
	url: string;
	/** Default: the headers of the request. */
	headers?: Record<string, string>;
	/** Errors show the headers. */
	showHeaders?: true;
	/** Error for an answer that is no success; `{status}` stands for its status. */
	failed: string;
	/** Error for an answer that is not JSON; `{json}` stands for its text. */
	malformed: string;
}

/** GET of a job's state or result: a JSON value. */
export async function ask(previous: ProviderResponse, question: Question): Promise<unknown> {
	const { url, headers = previous.headers, showHeaders } = question;
	const { fetch, signal } = previous;
	const response = await fetch(url, { headers, ...(signal ? { signal } : {}) });
	const text = await response.text();
	const data = parseJson(text);
	if (!response.ok) {
		throw new InferenceClientProviderApiError(
			question.failed.replace("{status}", String(response.status)),
			{ url, method: "GET", ...(showHeaders ? { headers: { ...headers } } : {}) },
			describeResponse(response, text),
		);
	}
	if (data === undefined) throw malformed(question.malformed, text);
	return data;
}

/** How a job is followed to its end. */
export interface Poll<Result> extends Omit<Question, "url"> {
	/** The address, or the address of each poll, counted from 0. */
	url: string | ((attempt: number) => string);
	/** Pause before each poll, in milliseconds. */
	interval: number;
	/** Without a pause before the first poll. */
	atOnce?: true;
	/** Most polls. Default: no limit. */
	limit?: number;
	/** Error after the last poll, of which it is given the state. */
	exhausted?: (status: unknown) => string;
	/** Where the answer tells the state of the job. */
	status: string[];
	/** The result; undefined while there is none. Throws when there will be none. */
	read(data: unknown, status: unknown): Result | undefined;
}

/**
 * Asks until the job is done. The caller's signal ends pauses and requests alike.
 * @throws ProviderApiError when a poll fails; ProviderOutputError when the job fails or its polls run out
 */
export async function poll<Result>(response: ProviderResponse, job: Poll<Result>): Promise<Result> {
	const { interval, limit = Number.POSITIVE_INFINITY, url } = job;
	let status: unknown;
	for (let attempt = 0; attempt < limit; attempt++) {
		if (attempt > 0 || !job.atOnce) await (response.wait ?? wait)(interval, response.signal);
		const address = isString(url) ? url : url(attempt);
		const data = await ask(response, { ...job, url: address });
		status = getPath(data, ...job.status);
		const result = job.read(data, status);
		if (result !== undefined) return result;
		const position = getPath(data, "queue_position");
		response.notify({
			type: "progress",
			message: `The job is not done yet${isString(status) ? `: ${status}` : ""}`,
			url: address,
			attempt: attempt + 1,
			...(isString(status) ? { status } : {}),
			...(isNumber(position) ? { position } : {}),
		});
	}
	throw new InferenceClientProviderOutputError(job.exhausted?.(status) ?? "Timed out while waiting", "timeout");
}

/** The error for a job that ended without a result. */
export function jobFailed(message: string): InferenceClientProviderOutputError {
	return new InferenceClientProviderOutputError(message, "failed");
}
