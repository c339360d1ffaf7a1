import { createMarkdownStream, createPlainStream, type LineStream, type MarkdownOptions } from "../markdown/stream.ts";

/** The size is that of the part which may still change. */
interface AnswerOptions extends Required<MarkdownOptions> {
	/** Plain text, without Markdown. */
	isRaw: boolean;
}

/** A streamed answer as lines for a terminal: reasoning dimmed, the answer as Markdown. */
export class AnswerLines {
	private stream: LineStream | undefined;
	private isThinking = false;
	private finished: string[] = [];
	private readonly options: AnswerOptions;

	constructor(options: AnswerOptions) {
		this.options = { ...options };
	}

	push(text: string, isThought = false): void {
		if (isThought !== this.isThinking || !this.stream) this.begin(isThought);
		this.stream?.push(text);
	}

	end(): void {
		this.stream?.end();
		this.finished.push(...(this.stream?.take() ?? []));
		this.stream = undefined;
	}

	/** Returns the lines finished since the last call, and those that no longer fit among the open ones. */
	take(): string[] {
		return [...this.finished.splice(0), ...(this.stream?.take() ?? [])];
	}

	open(): string[] {
		const { tallest } = this.options;
		// Plain text may be one endless line.
		return (this.stream?.open() ?? []).slice(-tallest);
	}

	resize(size: { width: number; tallest: number }): void {
		Object.assign(this.options, size);
		this.stream?.resize(size);
	}

	private begin(isThought: boolean): void {
		const isSecond = this.stream !== undefined;
		this.end();
		if (isSecond) this.finished.push("");
		const { colors, isRaw, width } = this.options;
		this.isThinking = isThought;
		if (isThought) this.stream = createPlainStream({ width, style: colors.dim, isProse: true });
		else if (isRaw) this.stream = createPlainStream({ width, style: (line) => line });
		else this.stream = createMarkdownStream(this.options);
	}
}

/**
 * Lines that are written once and stay. Blank lines at the end wait for the next text: Ink does not write a text that
 * is only a line end.
 */
interface Scrollback {
	/** Texts of one or more lines; only ever added to. */
	blocks: readonly string[];
	/** Pending blank lines; they belong above the changing part. */
	waiting: readonly string[];
}

export const EMPTY_SCROLLBACK: Scrollback = { blocks: [], waiting: [] };

export function addLines({ blocks, waiting }: Scrollback, lines: readonly string[]): Scrollback {
	const all = [...waiting, ...lines];
	const end = all.findLastIndex((line) => line !== "") + 1;
	return { blocks: end === 0 ? blocks : [...blocks, all.slice(0, end).join("\n")], waiting: all.slice(end) };
}
