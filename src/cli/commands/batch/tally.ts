import { omitUndefined } from "../../../base/json.ts";
import type { BatchOptions, BatchResult, BatchStopped, LaneState } from "../../../batch/index.ts";
import { type ErrorCount, ErrorCounts } from "../../../batch/journal-state.ts";
import { countRunRows } from "../../../batch/manifest.ts";
import { bundledPrice } from "../../../exchange/cost.ts";
import { countedCost, describeGuess, findContext, highestCost, worstUsage } from "../../../exchange/cost-limit.ts";
import { findCost, type Offer, type Usage } from "../../../exchange/index.ts";
import { fetchMapping } from "../../../hub/index.ts";
import { isRouted } from "../../../inference/build-request.ts";
import { findProvider } from "../../../inference/providers/registry.ts";
import { type CallTarget, priceSource } from "../../call-target/target.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { loadOffers } from "../../network/offers.ts";
import { formatCost } from "../../terminal/amounts.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { paintStyled, styled } from "../../terminal/styled.ts";
import type { BatchCommandOptions } from "./options.ts";
import type { OpenOutput } from "./output.ts";
import type { Plan } from "./plan.ts";

/** Counts of a run: printed at its end, and by `hub batch status`. */
export interface Summary {
	total: number | null;
	done: number;
	failed: number;
	left: number | null;
	running: boolean;
	cost_usd: number | null;
	rows_per_second: number | null;
	errors: ErrorCount[];
	/** Results of this run that were reused from earlier or identical requests, at no cost. */
	reused?: number;
	/** All failed rows by kind and status; of `hub batch status` only. */
	causes?: Omit<ErrorCount, "message">[];
	jobs?: object[];
}

/** Counts the rows of a run. */
export class Tally {
	total: number | null = null;
	done: number;
	failed: number;
	/** US dollars, earlier runs included; null while none is known. */
	cost: number | null;
	/** Rows beyond `--limit` were left out. */
	isLimited = false;
	tokens = 0;
	/** Rows finished by this run, and how many of them failed. */
	finished = 0;
	ownFailed = 0;
	/** Results that were reused from earlier or identical requests. */
	reused = 0;
	/** Some rows of this run named their model. */
	hasOwnModels = false;
	/** US dollars and tokens of this run; null while none are known. */
	ownCost: number | null = null;
	usage: Usage | null = null;
	readonly started = performance.now();
	readonly lanes = new Map<string, LaneState>();
	lastError: ErrorCount | undefined;
	private readonly errors = new ErrorCounts();

	/** @param errors of earlier runs, if their rows are not retried */
	constructor(done = 0, failed = 0, cost = 0, errors: readonly ErrorCount[] = []) {
		this.done = done;
		this.failed = failed;
		this.cost = done + failed > 0 && cost > 0 ? cost : null;
		for (const error of errors) this.errors.of(error).count = error.count;
	}

	add(result: BatchResult, wasFailed: boolean): void {
		this.finished++;
		if (wasFailed) this.failed--;
		if (result.reused || result.cached) this.reused++;
		if (result.row?.model !== undefined) this.hasOwnModels = true;
		const { usage, cost_usd, error } = result;
		if (usage) {
			this.tokens += usage.input_tokens + usage.output_tokens;
			this.usage ??= { input_tokens: 0, output_tokens: 0 };
			this.usage.input_tokens += usage.input_tokens;
			this.usage.output_tokens += usage.output_tokens;
		}
		if (typeof cost_usd === "number") {
			this.cost = (this.cost ?? 0) + cost_usd;
			this.ownCost = (this.ownCost ?? 0) + cost_usd;
		}
		if (!error) {
			this.done++;
			return;
		}
		this.failed++;
		this.ownFailed++;
		this.lastError = this.errors.of({ ...error, message: error.message.replace(/^Row \d+: /, "") });
		this.lastError.count++;
	}

	/**
	 * Counts only the rows that the run has, of those with lines of earlier runs, as soon as their number is known.
	 * @returns the number of a line that no row has
	 */
	bound(
		{ state, manifest }: Pick<OpenOutput, "state" | "manifest">,
		total: number,
		isLimited: boolean,
	): number | undefined {
		[this.total, this.isLimited] = [total, isLimited];
		if (!state) return undefined;
		const all = countRunRows(state, manifest, null);
		const { done, failed, stray } = countRunRows(state, manifest, total, isLimited);
		this.done -= all.done - done;
		this.failed -= all.failed - failed;
		return stray;
	}

	/** A result does not count after all: a failure of the same row follows, with its cost. */
	retract(cost: number): void {
		this.finished--;
		this.done--;
		if (this.cost !== null) this.cost -= cost;
		if (this.ownCost !== null) this.ownCost -= cost;
	}

	get seconds(): number {
		return (performance.now() - this.started) / 1000;
	}

	summary(): Summary {
		const { total, done, failed, finished, seconds } = this;
		const rate = finished === 0 ? null : finished / Math.max(seconds, 1e-3);
		const { errors, ...counts } = summarize({ total, done, failed }, this.cost, rate, this.errors.list());
		return { ...counts, ...(this.reused > 0 ? { reused: this.reused } : {}), errors };
	}
}

/**
 * What is told of the rows of a run, which has ended.
 * @param cost in US dollars; null if unknown
 * @param rate rows a second; null if unknown
 */
export function summarize(
	{ total, done, failed }: Pick<Summary, "total" | "done" | "failed">,
	cost: number | null,
	rate: number | null,
	errors: readonly ErrorCount[],
): Summary {
	return {
		total,
		done,
		failed,
		left: total === null ? null : Math.max(0, total - done - failed),
		running: false,
		cost_usd: cost === null ? null : roundSum(cost),
		rows_per_second: rate === null ? null : Number(rate.toPrecision(4)),
		errors: errors.slice(0, 20),
	};
}

/** Adds up the failures of one kind and status, most frequent first. */
export function countCauses(errors: readonly ErrorCount[]): Omit<ErrorCount, "message">[] {
	const causes = new Map<string, Omit<ErrorCount, "message">>();
	for (const { message: _message, ...error } of errors) {
		const key = `${error.kind} ${error.status}`;
		causes.set(key, { ...error, count: error.count + (causes.get(key)?.count ?? 0) });
	}
	return [...causes.values()].sort((a, b) => b.count - a.count);
}

/** A sum without rounding errors: 0.3 for 0.1 + 0.2. */
export function roundSum(value: number): number {
	return Number(value.toPrecision(12));
}

/** Returns what a call has cost; `most` what one may cost. */
export type Pricing = NonNullable<BatchOptions["cost"]> & { most?: BatchOptions["mostCost"] };

/** Facts of a lane that determine its price. */
interface Callee {
	provider: string | null;
	routed: boolean;
	model: string | undefined;
	/** The provider's own id of the model, by which it prices direct calls. */
	own: string | undefined;
}

/** The prices of a run. */
export interface Prices {
	find: Pricing;
	/** Whether the price of a model that a row names is known wherever the row may go. */
	areKnown(model: string): boolean;
}

/**
 * Finds the prices of the providers.
 * @throws UsageError with `--max-cost` where one is not known
 */
export async function createPricing(plan: Plan, options: BatchCommandOptions, context: Context): Promise<Prices> {
	// What the sandbox answers costs nothing; a budget or a price of the user is for trying them.
	if (options.maxCost === undefined && !options.price && plan.resolved.every(({ isSandbox }) => isSandbox))
		return { find: () => null, areKnown: () => true };
	const callees = new Map<string, Callee>();
	for (const [index, target] of plan.targets.entries()) {
		const resolved = plan.resolved[index];
		if (resolved) callees.set(target.name ?? "auto", await describe(resolved));
	}
	const offers = [...callees.values()].some(({ routed }) => routed) ? await findOffers(plan.resolved[0], context) : [];
	if (options.maxCost !== undefined && !options.price) checkPrices(callees, offers);
	let isGuessTold = false;
	const cost: Pricing = ({ lane, model, reported, headers, usage = null }) => {
		const callee = callees.get(lane);
		const provider = headers?.get("x-inference-provider") ?? callee?.provider ?? null;
		const models = model === callee?.model ? [model, callee?.own] : [model];
		const { cost_usd } = findCost({ usage, reported, provider, routed: callee?.routed ?? false, models }, offers);
		if (cost_usd !== null || !usage) return cost_usd;
		if (options.price)
			return (usage.input_tokens * options.price.input + usage.output_tokens * options.price.output) / 1e6;
		if (options.maxCost === undefined || provider !== null) return null;
		const most = countedCost(null, { routed: callee?.routed ?? false, offers, models }, usage);
		if (most !== null && !isGuessTold) {
			isGuessTold = true;
			context.note(describeGuess("--max-cost"));
		}
		return most;
	};
	const areKnown = (model: string): boolean =>
		options.price !== undefined ||
		[...callees.values()].every((callee) => {
			const isTargets = callee.model === model;
			return isPriceKnown(isTargets ? callee : { ...callee, model, own: undefined }, offers);
		});
	const most: BatchOptions["mostCost"] = ({ lane, model, args }) => {
		const { provider, routed = false, own } = callees.get(lane) ?? {};
		const context = findContext({ ...omitUndefined({ model, provider }), offers });
		const { input_tokens, output_tokens } = worstUsage(JSON.stringify(args), context);
		// Without a bound, the rows before it say what one costs.
		if (output_tokens === undefined) return null;
		const { price } = options;
		if (price) return (input_tokens * price.input + output_tokens * price.output) / 1e6;
		return highestCost(
			{ ...omitUndefined({ provider }), routed, offers, models: [model, own] },
			{ input_tokens, output_tokens },
		);
	};
	return { find: Object.assign(cost, { most }), areKnown };
}

async function describe(target: CallTarget): Promise<Callee> {
	const { provider, accessToken, endpointUrl, model } = target;
	const isDirect = accessToken !== undefined && !accessToken.startsWith("hf_");
	const routed = endpointUrl === undefined && isRouted(isDirect ? "provider-key" : "hf-token");
	const own = isDirect && endpointUrl === undefined ? await findOwnModel(target) : undefined;
	return { provider: endpointUrl === undefined ? (provider ?? null) : null, routed, model, own };
}

/** The provider's own id of a model. The library caches it, so Hugging Face is asked only once. */
async function findOwnModel({ provider, model, options }: CallTarget): Promise<string | undefined> {
	if (provider === undefined || model === undefined) return undefined;
	if (findProvider(provider)?.closedSource) return model.replace(`${provider}/`, "");
	const { fetch, hubUrl, signal } = options;
	const entries = await fetchMapping(model, { fetch, hubUrl, signal }).catch(() => []);
	return entries.find((entry) => entry.provider === provider)?.providerId;
}

/** The router's prices. The batch also runs without them. */
async function findOffers(target: CallTarget | undefined, context: Context): Promise<Offer[]> {
	const source = target && priceSource(target);
	return source ? await loadOffers(source, context).catch(() => []) : [];
}

function checkPrices(callees: ReadonlyMap<string, Callee>, offers: readonly Offer[]): void {
	for (const [name, callee] of callees) {
		if (isPriceKnown(callee, offers)) continue;
		const { model } = callee;
		throw new UsageError(
			`The price of ${model ?? "the model"} at ${name} is not known, so --max-cost cannot be enforced.`,
			"Set it with --price IN,OUT, in US dollars per million tokens.",
		);
	}
}

function isPriceKnown({ provider, routed, model, own }: Callee, offers: readonly Offer[]): boolean {
	const usage = { input_tokens: 1, output_tokens: 1 };
	const models = [model, own];
	const isOffered = offers.some((offer) => offer.model === model && (offer.pricing || offer.is_free));
	return (
		(provider === null && routed && isOffered) ||
		findCost({ usage, provider, routed, models }, offers).cost_usd !== null ||
		models.some((id) => provider !== null && id !== undefined && bundledPrice(provider, routed, id) !== undefined)
	);
}

/** Explains how to continue after a run that stopped early. */
export const CONTINUE = "Run the same command again to continue.";

/**
 * Prints that a run stopped at a limit of its own, and how to continue.
 * @param toResume whether the run can be continued
 */
export function printStop({ message, reason }: BatchStopped, toResume: boolean, context: Context): void {
	const advice = reason === "cost" ? "Run the same command again with a higher --max-cost to continue." : CONTINUE;
	const text = toResume ? `${message} ${advice}` : message;
	context.warn(styled`${paintStyled(context.colors.stderr.red, "Error:")} ${text}`);
}

/**
 * Reports how a run ended: for people on stderr (with `--quiet` only that rows failed), and with `--json` as a document on standard output.
 * @param isStdoutTaken the results went there
 */
export async function printSummary(summary: Summary, isStdoutTaken: boolean, context: Context): Promise<void> {
	if (context.flags.json && !isStdoutTaken) return await context.print(`${JSON.stringify(summary)}\n`);
	const { total, failed, errors } = summary;
	if (context.flags.quiet && failed > 0) {
		const [first] = describeErrors(errors.slice(0, 1));
		const count = `${failed}${total === null ? "" : ` of ${total}`} rows failed`;
		return context.warn(first === undefined ? `${count}.` : `${count}: ${first.trim()}`);
	}
	for (const line of describeSummary(summary)) context.note(line);
}

export function describeSummary(summary: Summary): string[] {
	const { total, done, failed, left, cost_usd, rows_per_second, errors, causes = [], running, reused = 0 } = summary;
	const parts = [
		`${done}${total === null ? "" : ` of ${total}`} done`,
		`${failed} failed`,
		...(left === null || left === 0 ? [] : [`${left} left`]),
	];
	const facts = [
		...(running ? ["running"] : []),
		...(rows_per_second === null ? [] : [`${rows_per_second} rows/s`]),
		...(cost_usd === null ? [] : [formatCost(cost_usd)]),
		...(reused === 0 ? [] : [`${reused} reused from earlier or identical requests`]),
	];
	const lines = [[parts.join(", "), ...facts].join("; ")];
	if (errors.length > 1 && causes.length > 0) lines.push(`  Failed: ${causes.map(describeCause).join(", ")}`);
	return [...lines, ...describeErrors(errors)];
}

export function describeErrors(errors: readonly ErrorCount[]): string[] {
	return errors.map((error) => `  ${describeCause(error)}: ${shorten(sanitize(error.message))}`);
}

function describeCause({ kind, status, count }: Omit<ErrorCount, "message">): string {
	return `${count} × ${sanitize(kind)}${status === undefined ? "" : ` (${status})`}`;
}

function shorten(text: string): string {
	const line = text.replace(/\s+/g, " ");
	return line.length > 160 ? `${line.slice(0, 160)}…` : line;
}

/** Shows the progress of a run on stderr. */
export interface View {
	stop(): void | Promise<void>;
	/** Removes the view at once, because the process ends. */
	erase?(): void;
}

/** What is shown of a run while it goes on. */
export type ProgressFacts = ReturnType<typeof readFacts>;

export function readFacts(tally: Tally) {
	const { total, done, failed, finished, seconds, cost, tokens, lastError } = tally;
	const rate = finished / Math.max(seconds, 1e-3);
	const ended = done + failed;
	const left = total === null ? null : Math.max(0, total - ended);
	return {
		total,
		done,
		failed,
		rows_per_second: Number(rate.toPrecision(3)),
		tokens_per_second: Math.round(tokens / Math.max(seconds, 1e-3)),
		cost_usd: cost,
		expected_cost_usd: cost === null || total === null || ended === 0 ? null : (cost / ended) * total,
		seconds_left: left === null || rate === 0 ? null : Math.round(left / rate),
		lanes: [...tally.lanes.values()],
		last_error: lastError ? { kind: lastError.kind, message: lastError.message, count: lastError.count } : null,
	};
}

/** `done/total, failed, rows/s, tokens/s, cost, time left`. */
export function describeFacts(facts: ProgressFacts): string {
	const { total, done, failed, cost_usd, expected_cost_usd, seconds_left, tokens_per_second } = facts;
	return [
		`${done}${total === null ? "" : `/${total}`} done`,
		...(failed > 0 ? [`${failed} failed`] : []),
		`${facts.rows_per_second} rows/s`,
		...(tokens_per_second > 0 ? [`${tokens_per_second} tokens/s`] : []),
		...(cost_usd === null
			? []
			: [`${formatCost(cost_usd)}${expected_cost_usd === null ? "" : ` of ${formatCost(expected_cost_usd)}`}`]),
		...(seconds_left === null ? [] : [`${formatSeconds(seconds_left)} left`]),
	].join(", ");
}

const REASONS = { "rate-limit": "rate limit", quota: "limit used up", pace: "pace", failures: "failures" } as const;

/** `groq  12/16 in flight, waiting for the rate limit until 14:03:20`. */
export function describeLane({ name, inFlight, limit, stoppedUntil, reason }: LaneState): string {
	const state = `${name}  ${inFlight}/${limit} in flight`;
	if (stoppedUntil === 0 || !reason) return state;
	return `${state}, waiting (${REASONS[reason]}) until ${new Date(stoppedUntil).toTimeString().slice(0, 8)}`;
}

/** One line: the progress of the run, and the waiting lanes. */
export function describeProgress(facts: ProgressFacts): string {
	const waiting = facts.lanes.filter(({ stoppedUntil, reason }) => stoppedUntil !== 0 && reason);
	return [describeFacts(facts), ...waiting.map(describeLane)].join("; ");
}

/** `410 ms`, `2.4 s`, `48 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
	if (seconds === 0) return "0";
	if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`;
	if (seconds < 10) return `${Number(seconds.toFixed(1))} s`;
	const whole = Math.round(seconds);
	if (whole >= 600) return formatSeconds(whole);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function formatSeconds(seconds: number): string {
	if (seconds < 60) return `${seconds} s`;
	const minutes = Math.floor(seconds / 60);
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
