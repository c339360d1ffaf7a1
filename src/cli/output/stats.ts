import type { PriceSource } from "../../exchange/index.ts";
import type { ChatCompletionOutputUsage } from "../../inference/index.ts";
import type { CallTarget } from "../call-target/target.ts";
import type { Context } from "../context.ts";
import type { PricedExchange } from "../network/call-recorder.ts";
import type { CallLog } from "../network/connect.ts";
import { formatCost } from "../terminal/amounts.ts";
import { toJson } from "../terminal/json.ts";
import { paintStyled } from "../terminal/styled.ts";

/** Points in time of a call, in milliseconds since 1970. */
export interface Timing {
	started: number;
	firstChunk?: number;
	firstToken?: number;
	ended?: number;
}

/** Tokens of the answer a second, from the first token on; of the whole call if the answer arrived in one piece. */
export function tokensPerSecond(usage: ChatCompletionOutputUsage | undefined, timing: Timing): number | undefined {
	const { started, firstToken = started, ended } = timing;
	if (!usage || ended === undefined) return undefined;
	const milliseconds = ended - firstToken || ended - started;
	return milliseconds > 0 ? (usage.completion_tokens * 1000) / milliseconds : undefined;
}

/** The line of `--stats`, on stderr; with `--json` an object. */
export function printStats(
	{ target, log, exchange }: { target: CallTarget; log: Readonly<CallLog>; exchange?: PricedExchange | undefined },
	usage: ChatCompletionOutputUsage | undefined,
	timing: Timing,
	context: Context,
): void {
	const seconds = (from: number, to: number | undefined): number | null =>
		to === undefined ? null : (to - from) / 1000;
	const duration = seconds(timing.started, timing.ended);
	const firstToken = seconds(timing.started, timing.firstToken);
	const rate = tokensPerSecond(usage, timing);
	const stats = {
		provider: exchange?.provider ?? log.provider ?? nameOf(target),
		model: target.model ?? null,
		request_id: log.requestId ?? null,
		time_to_first_token: firstToken,
		duration,
		prompt_tokens: usage?.prompt_tokens ?? null,
		completion_tokens: usage?.completion_tokens ?? null,
		tokens_per_second: rate === undefined ? null : Math.round(rate * 10) / 10,
		retries: log.retries,
		cost_usd: exchange?.cost_usd ?? null,
		price_source: exchange?.price_source ?? null,
		...(log.repairs === undefined ? {} : { repairs: log.repairs }),
		...(log.isInstructed ? { schema_in: "instructions" } : {}),
	};
	if (context.flags.json) {
		context.warn(toJson({ stats }));
		return;
	}
	const parts = [
		`provider ${stats.provider}`,
		stats.model && `model ${stats.model}`,
		stats.request_id && `request ${stats.request_id}`,
		firstToken !== null && `first token ${firstToken.toFixed(2)} s`,
		duration !== null && `total ${duration.toFixed(2)} s`,
		usage && `${usage.prompt_tokens} tokens in, ${usage.completion_tokens} out`,
		stats.tokens_per_second !== null && `${stats.tokens_per_second} tokens/s`,
		stats.cost_usd !== null &&
			!target.isSandbox &&
			describeCost(stats.cost_usd, stats.price_source, exchange?.pricesDate),
		`${stats.retries} ${stats.retries === 1 ? "retry" : "retries"}`,
		stats.repairs !== undefined && `${stats.repairs} ${stats.repairs === 1 ? "repair" : "repairs"}`,
		log.isInstructed && "schema in the instructions",
	];
	context.warn(paintStyled(context.colors.stderr.dim, parts.filter(Boolean).join(" · ")));
}

/** Returns the name of a target for programs: its provider, its local server, `endpoint`, or `auto`. */
export function nameOf({ provider, local, endpointUrl }: CallTarget): string {
	return provider ?? local?.server.kind.id ?? (endpointUrl ? "endpoint" : "auto");
}

/** Returns a cost with its source, such as `$0.000031 (router)`. */
export function describeCost(cost: number, source: PriceSource | null, date = ""): string {
	const origin = source === "bundled" ? `bundled prices of ${date}` : source;
	return `${formatCost(cost)}${origin === null ? "" : ` (${origin})`}`;
}
