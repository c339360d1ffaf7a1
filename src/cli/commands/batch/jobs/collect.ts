import { getPath, readMember } from "../../../../base/json.ts";
import type {
	BatchOptions,
	BatchResult,
	BatchRow,
	BatchTarget,
	Failure,
	FailureKind,
} from "../../../../batch/index.ts";
import { describeFailure } from "../../../../batch/index.ts";
import { readCost, readUsage } from "../../../../exchange/index.ts";
import type { InferenceTask } from "../../../../inference/index.ts";
import { run } from "../../../../inference/run.ts";
import type { Pricing } from "../pricing.ts";

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
