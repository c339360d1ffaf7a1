import { nextTurn } from "../base/next-turn.ts";
import { Context, runUnit, type Unit } from "./compile/frame.ts";
import { explained, TemplateRuntimeError } from "./errors.ts";
import { type MarkedFrame, Runtime, type Settings } from "./runtime.ts";
import { type Replay, replaying } from "./values/adopt.ts";
import type { Mapping } from "./values/dict.ts";
import { Meter, metered } from "./values/meter.ts";

/** Thrown when a render has to wait. */
class Suspension {
	readonly until: PromiseLike<unknown>;

	constructor(until: PromiseLike<unknown>) {
		this.until = until;
	}
}

type SettledValue = { readonly value: unknown } | { readonly error: unknown };

/** Milliseconds of the first slice of time; each one is twice as long as the one before. */
const FIRST_SLICE = 10;

/** Results of host functions and promises, so that a new render does not call them twice. */
class Session implements Replay {
	readonly #calls: SettledValue[] = [];
	readonly #settled = new Map<PromiseLike<unknown>, SettledValue>();
	#position = 0;
	#isInCall = false;

	begin(): void {
		this.#position = 0;
	}

	settle(promise: PromiseLike<unknown>): unknown {
		const outcome = this.#settled.get(promise);
		if (outcome) return read(outcome);
		throw new Suspension(
			promise.then(
				(value) => this.#settled.set(promise, { value }),
				(error) => this.#settled.set(promise, { error }),
			),
		);
	}

	call(run: () => unknown): unknown {
		// Callbacks from a host function are part of that call.
		if (this.#isInCall) return run();
		const position = this.#position++;
		const known = this.#calls[position];
		if (known) return read(known);
		this.#isInCall = true;
		let outcome: SettledValue;
		try {
			outcome = { value: run() };
		} catch (error) {
			if (error instanceof Suspension) throw error;
			outcome = { error };
		} finally {
			this.#isInCall = false;
		}
		this.#calls[position] = outcome;
		return read(outcome);
	}
}

function read(outcome: SettledValue): unknown {
	if ("error" in outcome) throw outcome.error;
	return outcome.value;
}

/**
 * Renders until nothing is pending. At a promise the attempt is dropped and, once the promise has settled, repeated;
 * host functions are not called again. From time to time it yields to other work.
 */
export async function* renderInPieces(
	unit: Unit,
	settings: Settings,
	context: Mapping,
	signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
	const session = new Session();
	let spent = 0;
	let sent = 0;
	for (let slice = FIRST_SLICE; ; ) {
		signal?.throwIfAborted();
		session.begin();
		const start = performance.now();
		const runtime = new Runtime(settings, unit.autoescape);
		const run = (): string => runUnit(unit, new Context(context, settings.globals), runtime, true).out;
		const pause = (): void => {
			if (performance.now() - start > slice) throw new Suspension(nextTurn());
		};
		let until: PromiseLike<unknown>;
		try {
			const meter = new Meter(settings.limits, pause, start - spent);
			const text = metered(meter, () => replaying(session, () => explained(run)));
			if (text.length > sent) yield text.slice(sent);
			return;
		} catch (error) {
			if (!(error instanceof Suspension)) throw error;
			({ until } = error);
		}
		const elapsed = performance.now() - start;
		spent += elapsed;
		if (elapsed > slice) slice *= 2;
		const written = runtime.top.map(({ out, extended }) => extended?.before ?? out).join("");
		if (written.length > sent) yield written.slice(sent);
		sent = Math.max(sent, written.length);
		await untilAborted(until, signal);
	}
}

async function untilAborted(work: PromiseLike<unknown>, signal: AbortSignal | undefined): Promise<void> {
	if (!signal) return void (await work);
	let stop = (): void => undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
	});
	try {
		await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

/** A stretch of output, in UTF-16 units. */
interface OutputRange {
	readonly start: number;
	readonly end: number;
}

/** A text with the positions of its `{% generation %}` blocks, in UTF-16 units: the assistant's text. */
export interface RenderedSpans {
	readonly text: string;
	readonly spans: OutputRange[];
}

/** Marks around the text of generation blocks while a render tracks them. */
export class SpanMarks {
	readonly open: string;
	readonly close: string;
	/** Whether a block was in a macro, a capture or the like: code may have read its text with the marks. */
	areExposed = false;
	/** Blocks are recorded here in place of marks; see `locateBlocks`. */
	readonly blocks: GenerationBlock[] | undefined;

	constructor(open: string, close: string, blocks?: GenerationBlock[]) {
		this.open = open;
		this.close = close;
		this.blocks = blocks;
	}

	/** Renders a generation block with marks around it. */
	around<Frame extends MarkedFrame>(frame: Frame, body: (frame: Frame) => 0 | 1 | 2): 0 | 1 | 2 {
		const top: readonly { readonly out: string }[] = frame.runtime.top;
		if (this.blocks) {
			const [before, start] = [frame.out.length, top[0]?.out.length ?? 0];
			const signal = body(frame);
			this.blocks.push({ start, text: frame.out.slice(before) });
			return signal;
		}
		if (top.at(-1) !== frame || frame.isCaptured) this.areExposed = true;
		frame.out += this.open;
		const signal = body(frame);
		frame.out += this.close;
		return signal;
	}
}

/** The text of a generation block when written, and the length of the output then. */
interface GenerationBlock {
	readonly start: number;
	readonly text: string;
}

/** Removes the marks from a text; undefined if some of them are damaged. Inner spans come before outer ones. */
function readMarks(marked: string, { open, close }: SpanMarks): RenderedSpans | undefined {
	const spans: OutputRange[] = [];
	const starts: number[] = [];
	let text = "";
	let rest = 0;
	const id = open.slice(0, -1);
	for (;;) {
		const at = marked.indexOf(id, rest);
		if (at === -1) break;
		text += marked.slice(rest, at);
		rest = at + open.length;
		const mark = marked.slice(at, rest);
		if (mark === open) starts.push(text.length);
		else {
			const start = mark === close ? starts.pop() : undefined;
			if (start === undefined) return undefined;
			spans.push({ start, end: text.length });
		}
	}
	text += marked.slice(rest);
	return starts.length === 0 ? { text, spans } : undefined;
}

/**
 * Moves spans to another rendering of the same text, in which some of the blocks lost spaces at their ends;
 * undefined if the two differ in any other way.
 */
function alignSpans(
	{ text, spans }: { text: string; spans: readonly OutputRange[] },
	output: string,
): OutputRange[] | undefined {
	const aligned: OutputRange[] = [];
	let from = 0;
	let at = 0;
	for (const [index, { start, end }] of spans.entries()) {
		if (start < from) return undefined;
		const lead = text.slice(from, start);
		const follow = text.slice(end, spans[index + 1]?.start ?? text.length);
		const block = text.slice(start, end);
		const forms = [block, block.trimStart(), block.trimEnd(), block.trim()];
		const place = at + lead.length;
		const form = forms.find((candidate) => output.startsWith(lead + candidate + follow, at));
		if (form === undefined) return undefined;
		aligned.push({ start: place, end: place + form.length });
		from = end;
		at = place + form.length;
	}
	return output.slice(at) === text.slice(from) ? aligned : undefined;
}

/**
 * Finds the texts of blocks in the output, where code has changed them since: spaces at the ends may be missing. A text
 * that occurs several times is the one between where the block was written and where the next one was. Undefined
 * where a text is not there, or is ambiguous.
 */
function locateBlocks(output: string, blocks: readonly GenerationBlock[]): OutputRange[] | undefined {
	const spans: OutputRange[] = [];
	for (const [index, { start, text }] of blocks.entries()) {
		const next = blocks.slice(index + 1).find((later) => later.start > start);
		const form = output.includes(text, start) ? text : text.trim();
		const place = findOnce(output, form, start, next?.start ?? output.length);
		if (place === undefined) return undefined;
		const span = { start: place, end: place + form.length };
		// The text of a macro called to measure it, and again to write it, occurs once.
		if (!spans.some((other) => other.start === span.start && other.end === span.end)) spans.push(span);
	}
	return spans;
}

/** Returns the position of a text: the only one up to `end`, else the only one, else the one at `start`. */
function findOnce(output: string, text: string, start: number, end: number): number | undefined {
	if (text === "") return Math.min(start, output.length);
	const isOnly = (place: number, limit: number): boolean => {
		const again = output.indexOf(text, place + 1);
		return place !== -1 && (again === -1 || again + text.length > limit);
	};
	const first = output.indexOf(text, start);
	const isWithin = first + text.length <= end;
	if (first === start || isOnly(first, isWithin ? end : output.length)) return first;
	return undefined;
}

/** Renders with marks, and removes them; if code read the marks, the texts are searched for instead. */
export function findSpans(renderWith: (marks?: SpanMarks) => string): RenderedSpans {
	// Noncharacters around digits occur in no text, and filters on letters do not change them.
	const id = Math.random().toString().slice(2);
	const marks = new SpanMarks(`\uFDD0${id}\uFDD1`, `\uFDD0${id}\uFDD2`);
	const found = readMarks(renderWith(marks), marks);
	if (found && !marks.areExposed) return found;
	const blocks: GenerationBlock[] = [];
	const text = renderWith(new SpanMarks(marks.open, marks.close, blocks));
	const spans = (found && alignSpans(found, text)) ?? locateBlocks(text, blocks);
	if (spans) return { text, spans };
	throw new TemplateRuntimeError(
		"the spans are not known: the template changes the text of a generation block after it was written",
	);
}
