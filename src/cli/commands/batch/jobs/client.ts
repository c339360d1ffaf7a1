import { getPath, parseJson, readMember, textOf } from "../../../../base/json.ts";
import type { BatchTarget } from "../../../../batch/index.ts";
import { InferenceClientProviderApiError, InferenceClientProviderOutputError } from "../../../../errors.ts";
import {
	findDetail,
	limitStream,
	readErrorText,
	readRetryAfter,
	readText,
	removeSecret,
	urlBelow,
} from "../../../../http/index.ts";
import type { InferenceTask } from "../../../../inference/index.ts";
import { findProvider } from "../../../../inference/providers/registry.ts";
import { UsageError } from "../../../errors/usage.ts";
import { readLines } from "../input/text-rows.ts";

/** A job as a service describes it. */
export interface ServiceJob {
	id: string;
	/** In lowercase, by OpenAI's names if known. */
	status: string;
	outputFile: string | undefined;
	errorFile: string | undefined;
	counts: { total: number; completed: number; failed: number } | undefined;
	/** Why the job as a whole failed. */
	problem: string | undefined;
	metadata: unknown;
	/** Milliseconds to wait before the next poll, if the service reports them. */
	pause: number | undefined;
}

/** Whether a job has ended. Unknown states count as running. */
export function isEnded(status: string): boolean {
	return ["completed", "failed", "expired", "cancelled", "gone"].includes(status);
}

export interface JobClient {
	service: BatchService;
	/** Uploads the requests of a job. Returns the id of the file. */
	upload(text: string): Promise<string>;
	create(fileId: string, endpoint: string, window: string, metadata: object): Promise<ServiceJob>;
	/** The state of a job; one that the service has lost is `gone`. */
	look(id: string): Promise<ServiceJob>;
	cancel(id: string): Promise<ServiceJob>;
	list(): Promise<ServiceJob[]>;
	/** The lines of a file, parsed; undefined for a line that is not JSON. */
	read(fileId: string): AsyncGenerator<unknown, void, undefined>;
}

/**
 * Returns a client of the batch service of a target.
 * @param signal aborts all requests
 */
export function connectService(
	{ provider, endpointUrl, accessToken: token, options = {} }: BatchTarget,
	signal: AbortSignal,
): JobClient {
	const id = typeof provider === "string" ? provider : "";
	const service = endpointUrl === undefined ? (BATCH_SERVICES[id] ?? PLAIN_SERVICE) : PLAIN_SERVICE;
	const base = endpointUrl ?? findProvider(id)?.baseUrl ?? "";
	const { fetch: network = fetch, limits } = options;
	const send = async (path: string, init: RequestInit): Promise<Response> => {
		const url = urlBelow(base, path);
		// Paths contain ids that the service has sent.
		if (url === undefined)
			throw new InferenceClientProviderOutputError("The batch service sent an id that points to another path.");
		const headers: Record<string, string> = {
			...(init.headers as Record<string, string> | undefined),
			...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
		};
		const response = await network(url, { ...init, headers, signal });
		if (response.ok) return response;
		const text = await readErrorText(response, limits);
		const isUnknown = response.status === 404 || response.status === 405;
		if (isUnknown && path === service.files && endpointUrl !== undefined)
			throw new UsageError(
				`The server of --endpoint has no batch service: it does not support POST ${new URL(url).pathname} (HTTP ${response.status}).`,
				"Leave out --via to call it for each row, or check the URL: it ends in /v1 at most servers.",
				"not-found",
			);
		throw new InferenceClientProviderApiError(
			`The batch service refused the request: ${(findDetail(parseJson(text)) ?? text) || `HTTP ${response.status}`}`,
			{ url, method: init.method ?? "GET", headers },
			{ requestId: response.headers.get("x-request-id") ?? "", status: response.status, body: text },
		);
	};
	const ask = async (path: string, init: RequestInit): Promise<{ body: unknown; pause: number | undefined }> => {
		const response = await send(path, init);
		const body = parseJson(await readText(response, limits));
		if (body === undefined)
			throw new InferenceClientProviderOutputError(
				"The batch service sent JSON that is malformed or nested too deeply.",
			);
		// Ids and states are kept in the manifest: a service may repeat the key in them.
		return { body: removeSecret(body, token), pause: readRetryAfter(response.headers) };
	};
	const jobPath = (id: string): string => `${service.batches}/${encodeURIComponent(id)}`;
	return {
		service,
		upload: async (text) => {
			const form = new FormData();
			form.append("purpose", service.purpose);
			form.append("file", new Blob([text], { type: "application/jsonl" }), "batch.jsonl");
			const { body } = await ask(service.files, { method: "POST", body: form });
			const id = readMember(body, "id");
			if (typeof id === "string" && id !== "") return id;
			throw new InferenceClientProviderOutputError("The batch service returned no id for the uploaded file.");
		},
		create: async (fileId, endpoint, window, metadata) => {
			const text = JSON.stringify({ input_file_id: fileId, endpoint, completion_window: window, metadata });
			// Unlike a string, a Blob is sent only once, even if a kept-alive connection breaks: a job costs money.
			const body = new Blob([text]);
			const headers = { "Content-Type": "application/json" };
			const job = readJob(await ask(service.batches, { method: "POST", body, headers }));
			if (job.id !== "") return job;
			throw new InferenceClientProviderOutputError("The batch service returned no id for the job.");
		},
		look: async (id) => {
			try {
				return checkJob(readJob(await ask(jobPath(id), {})), id);
			} catch (error) {
				if (!(error instanceof InferenceClientProviderApiError) || error.httpResponse.status !== 404) throw error;
				return readJob({ body: { id, status: "gone" } });
			}
		},
		cancel: async (id) => checkJob(readJob(await ask(`${jobPath(id)}/cancel`, { method: "POST" })), id),
		list: async () => {
			const { body } = await ask(`${service.batches}?limit=100`, {});
			const jobs: unknown = Array.isArray(body) ? body : readMember(body, "data");
			return Array.isArray(jobs) ? jobs.map((job: unknown) => readJob({ body: job })) : [];
		},
		async *read(fileId) {
			const response = await send(`${service.files}/${encodeURIComponent(fileId)}/content`, {});
			const body = limitStream(response, limits?.fileBytes) as unknown as AsyncIterable<Uint8Array>;
			for await (const lines of readLines(body)) {
				yield* lines.map((line) => parseJson(line ?? ""));
			}
		},
	};
}

/** Results of another job would match too: its row ids are the same numbers. */
function checkJob(job: ServiceJob, id: string): ServiceJob {
	if (job.id === "" || job.id === id) return job;
	throw new InferenceClientProviderOutputError(`The batch service returned the job ${job.id}, not ${id}.`);
}

/** Together wraps a new job in an object; Together and Novita write states in capitals. */
function readJob({ body, pause }: { body: unknown; pause?: number | undefined }): ServiceJob {
	const job = readMember(body, "job") ?? body;
	const status = textOf(readMember(job, "status") ?? "unknown").toLowerCase();
	const text = (name: string): string | undefined => {
		const value = readMember(job, name);
		return typeof value === "string" && value !== "" ? value : undefined;
	};
	const count = (name: string): number => Number(getPath(job, "request_counts", name) ?? 0);
	return {
		id: text("id") ?? "",
		status: status === "progress" ? "in_progress" : status,
		outputFile: text("output_file_id"),
		errorFile: text("error_file_id"),
		counts: readMember(job, "request_counts")
			? { total: count("total"), completed: count("completed"), failed: count("failed") }
			: undefined,
		problem: describeProblem(readMember(job, "errors")) ?? text("error"),
		metadata: readMember(job, "metadata"),
		pause,
	};
}

function describeProblem(errors: unknown): string | undefined {
	const list = readMember(errors, "data") ?? errors;
	const [first] = Array.isArray(list) ? (list as unknown[]) : [];
	const message = readMember(first, "message");
	if (typeof message !== "string") return undefined;
	const line = readMember(first, "line");
	return typeof line === "number" && line > 0 ? `line ${line}: ${message}` : message;
}

export interface BatchService {
	/** Paths below the provider's base URL. */
	files: string;
	batches: string;
	/** Time the service may take, if none is given. */
	window: string;
	/** Maximum requests and bytes of one file. */
	requests: number;
	bytes: number;
	/** Purpose of the file, as the provider names it. */
	purpose: string;
	/** All requests of a file must name the same model. */
	hasOneModel: boolean;
	tasks: readonly InferenceTask[];
	/** Share of the usual price. */
	price: number;
}

const MEGABYTE = 1_000_000;
const ALL = ["conversational", "text-generation", "feature-extraction"] as const;

function service(path: string, differences: Partial<BatchService> = {}): BatchService {
	return {
		files: `${path}/files`,
		batches: `${path}/batches`,
		window: "24h",
		requests: 50_000,
		bytes: 100 * MEGABYTE,
		purpose: "batch",
		hasOneModel: false,
		tasks: ALL,
		price: 0.5,
		...differences,
	};
}

/** The OpenAI format at any URL. */
const PLAIN_SERVICE: BatchService = service("", { price: 1 });

/**
 * Providers with a batch service. Rows stay in memory while a file is filled, so files are smaller than some services
 * allow.
 */
export const BATCH_SERVICES: Readonly<Record<string, BatchService>> = {
	openai: service("/v1", { bytes: 200 * MEGABYTE }),
	groq: service("/openai/v1", { tasks: ["conversational"] }),
	nebius: service("/v1", { tasks: ["conversational", "feature-extraction"] }),
	deepinfra: service("/v1/openai", { hasOneModel: true, price: 0.8 }),
	novita: service("/openai/v1", { window: "48h", hasOneModel: true }),
	ovhcloud: service("/v1"),
	together: service("/v1", { purpose: "batch-api" }),
};

/** Path of a task's requests in a batch. */
export const ENDPOINTS: Partial<Record<InferenceTask, string>> = {
	conversational: "/v1/chat/completions",
	"text-generation": "/v1/completions",
	"feature-extraction": "/v1/embeddings",
};
