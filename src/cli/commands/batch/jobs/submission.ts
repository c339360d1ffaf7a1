import { readMember } from "../../../../base/json.ts";
import type { BatchRow, BatchTarget } from "../../../../batch/index.ts";
import { previewRequest } from "../../../../inference/index.ts";
import type { JobRecord, Manifest } from "../journal/manifest.ts";
import type { Plan } from "../plan.ts";
import type { JobClient } from "./client.ts";
import type { BatchService } from "./services.ts";

/** Facts that all jobs of a run share. */
export interface JobForm {
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
		return JSON.parse(String(info.body)) as unknown;
	}
}
