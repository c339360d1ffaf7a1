import { getPath, parseJsonOrThrow, readMember } from "../../../../base/json.ts";
import {
	type BatchOptions,
	type BatchResult,
	type BatchRow,
	type BatchTarget,
	describeFailure,
	type Failure,
	type FailureKind,
} from "../../../../batch/index.ts";
import type { JobRecord, Manifest } from "../../../../batch/manifest.ts";
import { readCost, readUsage } from "../../../../exchange/index.ts";
import { type InferenceTask, previewRequest } from "../../../../inference/index.ts";
import { run } from "../../../../inference/run.ts";
import type { Plan } from "../plan.ts";
import type { Pricing } from "../report.ts";
import type { BatchService, JobClient } from "./client.ts";

/** Facts that all jobs of a run share. */
interface JobForm {
	endpoint: string;
	window: string;
	/** Distinguishes the jobs of this run from others. */
	mark: string;
}

interface SubmissionParts {
	client: JobClient;
	service: BatchService;
	form: JobForm;
	manifest: Manifest;
	/** Writes the manifest. */
	save(): void;
	target: BatchTarget;
	plan: Plan;
}

/** Fills files with requests and submits them as jobs. */
export class Submission {
	readonly unreadable: { row: BatchRow; message: string }[] = [];
	private readonly parts: SubmissionParts;
	private lines: string[] = [];
	private bytes = 0;
	private first = -1;
	private last = -1;
	private model: unknown;

	constructor(parts: SubmissionParts) {
		this.parts = parts;
	}

	/** Finds jobs that were created just before a crash, and drops parts that never became one. */
	async adopt(): Promise<void> {
		const open = this.parts.manifest.jobs.filter(({ jobId }) => jobId === undefined);
		if (open.length === 0) return;
		const jobs = await this.parts.client.list();
		for (const record of open) {
			const own = jobs.find(
				({ metadata }) =>
					readMember(metadata, "fingerprint") === this.parts.form.mark &&
					readMember(metadata, "part") === String(record.part),
			);
			if (own) record.jobId = own.id;
			else this.parts.manifest.jobs = this.parts.manifest.jobs.filter((other) => other !== record);
		}
		this.parts.save();
	}

	/** Rows that were added and are in no job yet. */
	get waiting(): number {
		return this.lines.length;
	}

	async add(row: BatchRow): Promise<void> {
		const index = row.index ?? 0;
		if (row.failure) {
			this.unreadable.push({ row, message: row.failure.message });
			return;
		}
		const body = await this.describe(row);
		const line = `${JSON.stringify({ custom_id: String(index), method: "POST", url: this.parts.form.endpoint, body })}\n`;
		const size = Buffer.byteLength(line);
		const model = readMember(body, "model");
		const isOther = this.parts.service.hasOneModel && this.lines.length > 0 && model !== this.model;
		const isFull = this.lines.length >= this.parts.service.requests || this.bytes + size > this.parts.service.bytes;
		if (isOther || isFull) await this.flush();
		if (this.lines.length === 0) this.first = index;
		this.model = model;
		this.last = index;
		this.lines.push(line);
		this.bytes += size;
	}

	/** Submits the added rows as a job. The manifest records the part before the provider gets it. */
	async flush(): Promise<void> {
		if (this.lines.length === 0) return;
		const part = this.parts.manifest.jobs.reduce((most, job) => Math.max(most, job.part), -1) + 1;
		const record: JobRecord = {
			part,
			from: this.first,
			to: this.last,
			rows: this.lines.length,
			fileId: undefined,
			jobId: undefined,
			status: "new",
			isCollected: false,
		};
		this.parts.manifest.jobs.push(record);
		this.parts.save();
		record.fileId = await this.parts.client.upload(this.lines.join(""));
		this.lines = [];
		this.bytes = 0;
		this.parts.save();
		const { endpoint, window, mark } = this.parts.form;
		const job = await this.parts.client.create(record.fileId, endpoint, window, {
			fingerprint: mark,
			part: String(part),
		});
		record.jobId = job.id;
		record.status = job.status;
		this.parts.save();
	}

	/** The body that a call of the row would send. */
	private async describe(row: BatchRow): Promise<unknown> {
		const { accessToken, endpointUrl, provider, model, options } = this.parts.target;
		const args = typeof row.args === "function" ? await row.args(this.parts.client.signal) : row.args;
		const call = { ...args, accessToken, endpointUrl, provider, model: row.model ?? model };
		const { info } = await previewRequest(this.parts.plan.task, call, options);
		return parseJsonOrThrow(String(info.body));
	}
}

const ERROR_KINDS: Readonly<Record<string, FailureKind>> = {
	batch_expired: "timeout",
	batch_cancelled: "unavailable",
	request_timeout: "timeout",
};

/** Settings for converting lines of a service to results. */
export interface Collecting {
	task: InferenceTask;
	target: BatchTarget;
	pricing: Pricing;
	/** Share of the usual price. */
	price: number;
	signal: AbortSignal;
	/** Checks an output; a failure replaces it. */
	check: BatchOptions["check"];
}

/** The result of a row, from a line of an output or error file. */
export async function toResult(
	line: unknown,
	row: BatchRow,
	{ task, target, pricing, price, check, signal }: Collecting,
): Promise<BatchResult> {
	const { provider, model } = target;
	const facts = {
		id: row.id,
		index: row.index ?? 0,
		provider: target.name ?? (typeof provider === "string" ? provider : "endpoint"),
		...((row.model ?? model) ? { model: row.model ?? model ?? "" } : {}),
		attempts: 1,
		seconds: 0,
		row,
	};
	const failure = findFailure(line);
	if (failure) return { ...facts, error: failure };
	const body = getPath(line, "response", "body");
	try {
		const output = await parse(body, row, { task, target, signal });
		const usage = readUsage(body) ?? undefined;
		const reported = readCost(body);
		const call = { lane: facts.provider, model: facts.model, task, output, usage, reported, headers: undefined };
		const full = pricing.cost(call);
		const failure = check?.(output, row, {});
		return {
			...facts,
			...(failure ? { error: failure } : { output }),
			...(usage ? { usage } : {}),
			// A cost reported by the service is final.
			cost_usd: reported ?? (full === null ? null : full * price),
		};
	} catch (error) {
		return { ...facts, error: describeFailure(error) };
	}
}

function findFailure(line: unknown): Failure | undefined {
	const error = readMember(line, "error");
	const status = getPath(line, "response", "status_code");
	if (error !== null && error !== undefined) {
		const code = String(readMember(error, "code") ?? "unknown");
		return { kind: ERROR_KINDS[code] ?? "refused", message: `${code}: ${String(readMember(error, "message") ?? "")}` };
	}
	if (typeof status !== "number" || status < 400) return undefined;
	const body = getPath(line, "response", "body");
	const detail = getPath(body, "error", "message") ?? readMember(body, "message") ?? JSON.stringify(body);
	const kind: FailureKind =
		status === 429 ? "rate_limited" : status >= 500 ? "unavailable" : status === 404 ? "not_found" : "refused";
	return { kind, status, message: String(detail) };
}

/** Reads a response as a call would: through the library, with this response in place of the network. */
async function parse(
	body: unknown,
	row: BatchRow,
	{ task, target, signal }: Pick<Collecting, "task" | "target" | "signal">,
): Promise<unknown> {
	const { accessToken, endpointUrl, provider, options } = target;
	const network = options?.fetch ?? fetch;
	const args = typeof row.args === "function" ? await row.args(signal) : row.args;
	return await run<unknown>(
		task,
		{ ...args, accessToken, endpointUrl, provider, model: row.model ?? target.model },
		{
			...options,
			fetch: async (input, init) => (init?.method === "POST" ? Response.json(body) : await network(input, init)),
		},
	);
}
