import { isRecord } from "../../../base/json.ts";
import type { BatchResult, LaneState } from "../../../batch/index.ts";
import type { Context } from "../../context.ts";
import type { RawRow } from "./input/columns.ts";
import { toColumns } from "./input/row-columns.ts";
import { findText } from "./result-lines.ts";

/** Maximum time spans, in the order of the run. */
const SPANS = 240;
/** Rows that are shown as examples, slowest rows, and examples of each cause of failures. */
const SAMPLES = 12;
const SLOWEST = 10;
const EXAMPLES = 3;
/** Maximum separate causes; the others count as one. */
const CAUSES = 40;
/** Durations that are sampled for quantiles. */
const DURATIONS = 4096;
/** Characters of a text, and bytes of a file, that are shown. */
const MAX_TEXT = 2000;
const MAX_FILE = 1_500_000;

/** The calls that ended in a span of time. */
export interface Span {
	done: number;
	failed: number;
	/** Calls that hit a rate limit. */
	limited: number;
	/** Learned rate limit of all services together, in calls per second; undefined while one is not known. */
	pace: number | undefined;
}

/** Failures of one kind. */
export interface CauseRecord {
	kind: string;
	status: number | undefined;
	count: number;
	examples: { id: string; message: string }[];
}

/** A row that is shown. */
export interface RowRecord {
	id: string;
	seconds: number;
	attempts: number;
	provider: string | undefined;
}

/** A finished row that is shown with its input and its output. */
export interface SampleRecord extends RowRecord {
	input: string;
	text: string | undefined;
	/** Output that is a file. */
	file: { type: string; bytes: Uint8Array | undefined; size: number } | undefined;
}

/** Records what the report of a run shows, in constant memory. */
export class RunRecord {
	readonly began = new Date();
	spans: Span[] = [];
	/** Seconds of a span. */
	width = 1;
	readonly causes: CauseRecord[] = [];
	readonly slowest: RowRecord[] = [];
	readonly samples: Promise<SampleRecord>[] = [];
	private readonly started = performance.now();
	private readonly lanes: ReadonlyMap<string, LaneState>;
	private readonly durations: number[] = [];
	/** Calls that hit a rate limit before the current span. */
	private limitedBefore = 0;
	private seen = 0;
	private timed = 0;
	private readonly hide: (text: string) => string;
	private readonly random: () => number;

	/**
	 * @param lanes state of the targets, kept up to date by the run
	 * @param random numbers from 0 to 1, which choose the samples
	 */
	constructor(lanes: ReadonlyMap<string, LaneState>, { secrets }: Pick<Context, "secrets">, random = Math.random) {
		this.lanes = lanes;
		this.hide = (text) => secrets.hide(text);
		this.random = random;
	}

	add(result: BatchResult): void {
		const { error, id, seconds, attempts, provider } = result;
		const span = this.spanNow();
		if (error) {
			span.failed++;
			this.addCause(id, error);
		} else span.done++;
		if (attempts === 0) return;
		const timed = choosePlace(++this.timed, DURATIONS, this.random);
		if (timed !== undefined) this.durations[timed] = seconds;
		const row = { id: this.hide(id), seconds, attempts, provider };
		const least = this.slowest.at(-1)?.seconds ?? 0;
		if (this.slowest.length < SLOWEST || seconds > least) {
			const faster = this.slowest.findIndex((other) => other.seconds < seconds);
			this.slowest.splice(faster === -1 ? this.slowest.length : faster, 0, row);
			this.slowest.length = Math.min(SLOWEST, this.slowest.length);
		}
		const place = error ? undefined : choosePlace(++this.seen, SAMPLES, this.random);
		if (place !== undefined) this.samples[place] = this.takeSample(result, row);
	}

	/** Records what the targets have learned so far. */
	close(): void {
		this.noteLanes(this.spanNow());
	}

	/** The duration that a share of calls stayed below, in seconds; undefined without calls. */
	quantile(share: number): number | undefined {
		const sorted = this.durations.toSorted((a, b) => a - b);
		return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
	}

	private spanNow(): Span {
		const seconds = (performance.now() - this.started) / 1000;
		while (seconds / this.width >= SPANS) {
			this.width *= 2;
			this.spans = mergePairs(this.spans);
		}
		const place = Math.floor(seconds / this.width);
		const last = this.spans.at(-1);
		if (last && this.spans.length <= place) this.noteLanes(last);
		while (this.spans.length <= place) this.spans.push({ done: 0, failed: 0, limited: 0, pace: last?.pace });
		return this.spans[place] ?? { done: 0, failed: 0, limited: 0, pace: undefined };
	}

	private noteLanes(span: Span): void {
		let limited = 0;
		let pace: number | undefined;
		for (const lane of this.lanes.values()) {
			limited += lane.limited;
			if (lane.pace !== undefined) pace = (pace ?? 0) + lane.pace;
		}
		span.limited += limited - this.limitedBefore;
		this.limitedBefore = limited;
		span.pace = pace;
	}

	private addCause(id: string, { kind, status, message }: NonNullable<BatchResult["error"]>): void {
		const isFull = this.causes.length >= CAUSES;
		let cause = this.causes.find((other) => other.kind === kind && other.status === status);
		if (!cause && isFull) cause = this.causes.at(-1);
		if (!cause) {
			cause = { kind, status, count: 0, examples: [] };
			this.causes.push(cause);
		}
		cause.count++;
		if (cause.examples.length >= EXAMPLES) return;
		const text = cutText(this.hide(message));
		if (cause.examples.some((example) => example.message === text)) return;
		cause.examples.push({ id: this.hide(id), message: text });
	}

	private async takeSample({ output, row }: BatchResult, facts: RowRecord): Promise<SampleRecord> {
		const input = cutText(this.hide(describeInput(row.source as RawRow | undefined)));
		if (output instanceof Blob) {
			const bytes = output.size <= MAX_FILE ? new Uint8Array(await output.arrayBuffer()) : undefined;
			return { ...facts, input, text: undefined, file: { type: output.type, size: output.size, bytes } };
		}
		const text = findText(output) ?? JSON.stringify(output, undefined, 1) ?? "";
		return { ...facts, input, text: cutText(this.hide(text)), file: undefined };
	}
}

/**
 * Reservoir sampling: the position at which to keep an item; undefined if it is not kept.
 * @param count items so far, with this one
 */
function choosePlace(count: number, most: number, random: () => number): number | undefined {
	if (count <= most) return count - 1;
	const place = Math.floor(random() * count);
	return place < most ? place : undefined;
}

function mergePairs(spans: readonly Span[]): Span[] {
	return Array.from({ length: Math.ceil(spans.length / 2) }, (_, place) => {
		const [first, second] = [spans[place * 2], spans[place * 2 + 1]];
		return {
			done: (first?.done ?? 0) + (second?.done ?? 0),
			failed: (first?.failed ?? 0) + (second?.failed ?? 0),
			limited: (first?.limited ?? 0) + (second?.limited ?? 0),
			pace: second?.pace ?? first?.pace,
		};
	});
}

/** The columns of a row as people read them. */
function describeInput(raw: RawRow | undefined): string {
	if (raw === undefined) return "";
	if (raw.name !== undefined) return raw.name;
	if (typeof raw.value === "string") return raw.value;
	const columns = Object.entries(toColumns(raw.value));
	return columns
		.map(([name, value]) => `${name}: ${typeof value === "string" ? value : describeValue(value)}`)
		.join("\n");
}

function describeValue(value: unknown): string {
	if (value instanceof Uint8Array) return `${value.length} bytes`;
	if (isRecord(value) && value["bytes"] instanceof Uint8Array) return `${value["bytes"].length} bytes`;
	try {
		return JSON.stringify(value) ?? String(value);
	} catch {
		return String(value);
	}
}

function cutText(text: string): string {
	const letters = text.length > MAX_TEXT ? [...text.slice(0, MAX_TEXT * 2)] : undefined;
	return letters && letters.length > MAX_TEXT ? `${letters.slice(0, MAX_TEXT).join("")}…` : text;
}
