import type { InferenceTask } from "../../../../inference/index.ts";

/** The batch service of a provider. */
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
	/** Tasks it takes. */
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
export const PLAIN_SERVICE: BatchService = service("", { price: 1 });

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
