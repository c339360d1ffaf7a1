import type { Output } from "./process-io.ts";

/** A part of a terminal that is redrawn: progress, a picker, an answer that may still change. */
export interface LiveBlock {
	/** Draws it at the cursor, which is at the start of a line. Called first when nothing is in the way. */
	show(): void;
	/** Removes it, and leaves the cursor where its first line began. It draws nothing until `show`. */
	hide(): void;
}

/**
 * The terminals of a program. On each of them a live block is below everything else: whatever is written hides it and
 * shows it again after the next line break, so that a block never touches lines that it did not draw, also where
 * standard output and standard error are the same terminal.
 */
export class LiveBlocks {
	readonly stdout: Output;
	readonly stderr: Output;
	private readonly screens: ReadonlyMap<Output, { screen: Screen; output: Output }>;

	/** @param hasOneTerminal whether both streams, if they are terminals, are the same one */
	constructor(stdout: Output, stderr: Output, hasOneTerminal: boolean) {
		const common = new Screen();
		const screens = new Map<Output, { screen: Screen; output: Output }>();
		const watch = (output: Output): Output => {
			// Nothing is drawn on pipes and files.
			if (!output.isTTY) return output;
			const screen = hasOneTerminal ? common : new Screen();
			const watched = watchOutput(output, screen);
			screens.set(watched, { screen, output });
			return watched;
		};
		this.stdout = watch(stdout);
		this.stderr = watch(stderr);
		this.screens = screens;
	}

	/**
	 * Puts a block below what is on the terminal of a stream. Another block that is there is hidden until this one ends.
	 * @param watched `stdout` or `stderr` of this object
	 * @param createBlock gets the stream for the block's own drawing
	 * @returns ends the block: its last frame stays as ordinary lines
	 */
	attach(watched: Output, createBlock: (output: Output) => LiveBlock): () => void {
		const { screen, output } = this.screens.get(watched) ?? { screen: new Screen(), output: watched };
		const block = createBlock(output);
		screen.push(block);
		return () => screen.remove(block);
	}
}

function watchOutput(output: Output, screen: Screen): Output {
	return {
		write: (text, done) => screen.write(output, text, done),
		get isTTY() {
			return output.isTTY;
		},
		get columns() {
			return output.columns;
		},
		get rows() {
			return output.rows;
		},
		once: (event, listener) => output.once?.(event, listener),
		on: (event, listener) => output.on?.(event, listener),
		off: (event, listener) => output.off?.(event, listener),
	};
}

/** One terminal. */
class Screen {
	/** The last one is on the terminal, the others wait. */
	private readonly blocks: LiveBlock[] = [];
	private isShown = false;
	/** The line of the cursor has text that a block would overwrite. */
	private isLineOpen = false;

	write(output: Output, text: string | Uint8Array, done?: (error?: Error | null) => void): boolean {
		const shown = typeof text === "string" ? withoutCodes(text) : text;
		// Codes alone, such as those for the clipboard, move nothing.
		if (shown.length === 0) return output.write(text, done);
		this.hide();
		const isFlowing = output.write(text, done);
		const last = typeof shown === "string" ? shown.charCodeAt(shown.length - 1) : shown.at(-1);
		this.isLineOpen = last !== LINE_FEED;
		this.show();
		return isFlowing;
	}

	push(block: LiveBlock): void {
		this.hide();
		this.blocks.push(block);
		this.show();
	}

	remove(block: LiveBlock): void {
		const place = this.blocks.indexOf(block);
		if (place === -1) return;
		if (place === this.blocks.length - 1) this.isShown = false;
		this.blocks.splice(place, 1);
		this.show();
	}

	private show(): void {
		if (this.isShown || this.isLineOpen || this.blocks.length === 0) return;
		this.isShown = true;
		this.blocks.at(-1)?.show();
	}

	private hide(): void {
		if (!this.isShown) return;
		this.isShown = false;
		this.blocks.at(-1)?.hide();
	}
}

const LINE_FEED = 10;

/** Control sequences (colors, modes, the cursor), strings for the terminal (clipboard, images, titles), other escapes. */
const CODES = new RegExp(
	[
		String.raw`\u001B\[[0-?]*[ -/]*[@-~]`,
		String.raw`\u001B[\]_P^X][^\u0007\u001B]*(?:\u0007|\u001B\\)`,
		String.raw`\u001B[ -/]*[0-~]`,
		String.raw`\r(?!\n)`,
	].join("|"),
	"g",
);

function withoutCodes(text: string): string {
	return text.includes("\u001B") || text.includes("\r") ? text.replace(CODES, "") : text;
}
