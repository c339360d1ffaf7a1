import { createHash } from "node:crypto";
import { getPath, parseJsonOrThrow, readMember, textOf } from "../../../../base/json.ts";
import { describeFailure, failureOfStatus } from "../../../../batch/failure.ts";
import type {
	BatchOptions,
	BatchResult,
	BatchRow,
	BatchTarget,
	Failure,
	FailureKind,
} from "../../../../batch/index.ts";
import type { JobRecord } from "../../../../batch/manifest.ts";
import { InferenceClientInputError } from "../../../../errors.ts";
import { readCost, readUsage } from "../../../../exchange/index.ts";
import { removeSecret } from "../../../../http/index.ts";
import { type Args, type BaseArgs, previewRequest } from "../../../../inference/index.ts";
import { run } from "../../../../inference/run.ts";
import type { Context } from "../../../context.ts";
import { UsageError } from "../../../errors/usage.ts";
import type { BatchCommandOptions } from "../options.ts";
import type { OpenOutput } from "../output.ts";
import type { Plan } from "../plan.ts";
import type { Pricing } from "../tally.ts";
import type { JobClient } from "./client.ts";

/** The parts of a run of jobs. */
export interface JobParts {
	plan: Plan;
	target: BatchTarget;
	/** File of the results. */
	output: string;
	opened: OpenOutput;
	pricing: Pricing;
	options: BatchCommandOptions;
	context: Context;
	client: JobClient;
	/** Path of the requests in a job. */
	endpoint: string;
}

/** Fills files with requests and submits them as jobs. */
export interface Submission {
	readonly unreadable: { row: BatchRow; message: string }[];
	/** Rows that were added and are in no job yet. */
	readonly waiting: number;
	/** US dollars that those may cost at most; null if that is not known. */
	readonly waitingMost: number | null;
	/** Finds jobs that were created just before a crash, and drops parts that never became one. */
	adopt(): Promise<void>;
	/**
	 * Adds a row, unless the budget does not allow the most that it may cost.
	 * @param isAllowed gets US dollars; null if they are not known
	 * @returns whether it was taken; a row that cannot be sent is, and goes to {@link unreadable}
	 */
	add(row: BatchRow, isAllowed: (most: number | null) => boolean): Promise<boolean>;
	/** Submits the added rows as a job. The manifest records the part before the provider gets it. */
	flush(): Promise<void>;
}

/** @param save writes the manifest */
export function createSubmission(
	{ plan: { task, shard, range }, target, opened: { manifest }, pricing, options, context, client, endpoint }: JobParts,
	save: () => void,
): Submission {
	const { service } = client;
	// Identifies the jobs of this run. It includes the time of the first start, so that jobs of a run that --force
	// discarded are not adopted.
	const facts = JSON.stringify([manifest.fingerprint, manifest.inputs, manifest.shard, manifest.started]);
	const mark = createHash("sha256").update(facts).digest("hex").slice(0, 32);
	const unreadable: Submission["unreadable"] = [];
	let lines: string[] = [];
	let [bytes, first, last] = [0, -1, -1];
	let waitingMost: number | null = 0;
	let gaps: [number, number][] = [];
	const step = shard && !range ? shard.count : 1;
	let model: unknown;
	/** The body that a call of the row would send. */
	const describe = async (row: BatchRow): Promise<unknown> => {
		const call = await describeCall(row, target, context.signal);
		return parseJsonOrThrow(String((await previewRequest(task, call, target.options)).info.body));
	};
	const flush = async (): Promise<void> => {
		if (lines.length === 0) return;
		const part = manifest.jobs.reduce((most, job) => Math.max(most, job.part), -1) + 1;
		const record: JobRecord = {
			part,
			from: first,
			to: last,
			rows: lines.length,
			...(gaps.length > 0 ? { gaps } : {}),
			...(waitingMost === null ? {} : { most_usd: waitingMost }),
			fileId: undefined,
			jobId: undefined,
			status: "new",
			isCollected: false,
		};
		manifest.jobs.push(record);
		save();
		record.fileId = await client.upload(lines.join(""));
		[lines, bytes, gaps, waitingMost] = [[], 0, [], 0];
		save();
		const metadata = { fingerprint: mark, part: String(part) };
		const { id, status } = await client.create(record.fileId, endpoint, options.window ?? service.window, metadata);
		[record.jobId, record.status] = [id, status];
		save();
	};
	return {
		unreadable,
		flush,
		get waiting() {
			return lines.length;
		},
		get waitingMost() {
			return waitingMost;
		},
		adopt: async () => {
			const open = manifest.jobs.filter(({ jobId }) => jobId === undefined);
			if (open.length === 0) return;
			const jobs = await client.list();
			for (const record of open) {
				const [own, ...others] = jobs.filter(
					({ id, metadata }) =>
						id !== "" &&
						readMember(metadata, "fingerprint") === mark &&
						readMember(metadata, "part") === String(record.part),
				);
				if (others.length > 0) {
					const ids = others.map(({ id }) => id).join(", ");
					context.warn(`Part ${record.part} is in several jobs; these are not collected, and cost too: ${ids}.`);
				}
				if (own) record.jobId = own.id;
				else manifest.jobs = manifest.jobs.filter((other) => other !== record);
			}
			save();
		},
		add: async (row, isAllowed) => {
			const index = row.index ?? 0;
			if (row.failure) {
				unreadable.push({ row, message: row.failure.message });
				return true;
			}
			let body: unknown;
			try {
				body = await describe(row);
			} catch (error) {
				// A file or argument that cannot be sent fails its row, as in a call; other problems stop the run.
				if (!(error instanceof UsageError || error instanceof InferenceClientInputError)) throw error;
				unreadable.push({ row, message: error.message });
				return true;
			}
			const full =
				pricing.most?.({ lane: laneOf(target), model: row.model ?? target.model, args: body as Args }) ?? null;
			const most = full === null ? null : full * service.price;
			if (!isAllowed(most)) return false;
			const line = `${JSON.stringify({ custom_id: String(index), method: "POST", url: endpoint, body })}\n`;
			const size = Buffer.byteLength(line);
			const own = readMember(body, "model");
			const isOther = service.hasOneModel && lines.length > 0 && own !== model;
			if (isOther || lines.length >= service.requests || bytes + size > service.bytes) await flush();
			if (lines.length === 0) first = index;
			else if (index > last + step) gaps.push([last + 1, index - 1]);
			[model, last] = [own, index];
			lines.push(line);
			bytes += size;
			waitingMost = waitingMost === null || most === null ? null : waitingMost + most;
			return true;
		},
	};
}

/** The name of a target in the prices of a run. */
function laneOf({ name, provider }: BatchTarget): string {
	return name ?? (typeof provider === "string" ? provider : "endpoint");
}

/** The arguments of a row's call. */
async function describeCall(row: BatchRow, target: BatchTarget, signal: AbortSignal): Promise<Args & BaseArgs> {
	const { accessToken, endpointUrl, provider, model } = target;
	const args = typeof row.args === "function" ? await row.args(signal) : row.args;
	return { ...args, accessToken, endpointUrl, provider, model: row.model ?? model };
}

const ERROR_KINDS: Readonly<Record<string, FailureKind>> = {
	batch_expired: "timeout",
	batch_cancelled: "unavailable",
	request_timeout: "timeout",
};

/**
 * The result of a row, from a line of an output or error file.
 * @param check checks an output; a failure replaces it
 */
export async function toResult(
	line: unknown,
	row: BatchRow,
	{ plan: { task }, target, pricing, client, context }: JobParts,
	check: BatchOptions["check"],
): Promise<BatchResult> {
	const { model } = target;
	const facts = {
		id: row.id,
		index: row.index ?? 0,
		provider: laneOf(target),
		...((row.model ?? model) ? { model: row.model ?? model ?? "" } : {}),
		usage: null,
		attempts: 1,
		seconds: 0,
		row,
	};
	const failure = findFailure(line);
	if (failure) return { ...facts, error: removeSecret(failure, target.accessToken) };
	const body = getPath(line, "response", "body");
	try {
		const options = target.options ?? {};
		const network = options.fetch ?? fetch;
		// Parsed as in a call: through the library, with this response instead of the network.
		const output = await run<unknown>(task, await describeCall(row, target, context.signal), {
			...options,
			fetch: async (input, init) => (init?.method === "POST" ? Response.json(body) : await network(input, init)),
		});
		const usage = readUsage(body) ?? undefined;
		const reported = readCost(body);
		const call = { lane: facts.provider, model: facts.model, task, output, usage, reported, headers: undefined };
		const full = pricing(call);
		const failure = check?.(output, row, {});
		return {
			...facts,
			...(failure ? { error: failure } : { output }),
			usage: usage ?? null,
			// A cost reported by the service is final.
			cost_usd: reported ?? (full === null ? null : full * client.service.price),
		};
	} catch (error) {
		return { ...facts, error: describeFailure(error) };
	}
}

function findFailure(line: unknown): Failure | undefined {
	const error = readMember(line, "error");
	const status = getPath(line, "response", "status_code");
	if (error !== null && error !== undefined) {
		const code = textOf(readMember(error, "code") ?? "unknown");
		return { kind: ERROR_KINDS[code] ?? "refused", message: `${code}: ${textOf(readMember(error, "message"))}` };
	}
	if (typeof status !== "number" || status < 400) return undefined;
	const body = getPath(line, "response", "body");
	const detail = getPath(body, "error", "message") ?? readMember(body, "message") ?? JSON.stringify(body);
	return { kind: failureOfStatus(status), status, message: textOf(detail) };
}
