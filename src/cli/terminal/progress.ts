import { isUnattended } from "./process-io.ts";
import { sanitize } from "./sanitize.ts";
import type { Terminal } from "./terminal.ts";
import { cutText } from "./width.ts";

export interface Progress {
	update(text: string): void;
	/** Removes the line until the next `update`, so that it does not overwrite the user's typing. */
	pause(): void;
	stop(): void;
}

/** Shorter work shows no line. */
const DELAY = 250;
/** Columns of the spinner, and those that stay free. */
const SPINNER = 3;

/**
 * Shows the line after a moment, so that quick calls do not flicker and do not load the spinner.
 * Only for a terminal that {@link Terminal.showsProgress}.
 */
export function startProgress(text: string, terminal: Terminal): Progress {
	const { stderr, env } = terminal;
	const started = terminal.now();
	let current = text;
	let isWanted = false;
	let isStopped = false;
	let spinner: { text: string; start(): unknown; stop(): unknown } | undefined;
	let detach: (() => void) | undefined;
	let timer: NodeJS.Timeout | undefined;
	let clock: NodeJS.Timeout | undefined;
	const describe = (): string => {
		const seconds = Math.floor((terminal.now() - started) / 1000);
		const time = seconds > 0 ? ` ${seconds} s` : "";
		// One row at most: ora counts the rows to erase before a resize changes them.
		const line = cutText(sanitize(current), (stderr.columns ?? 80) - SPINNER - time.length);
		return line + terminal.colors.stderr.dim(time);
	};
	const show = async (): Promise<void> => {
		const { default: ora } = await import("ora");
		if (!isWanted || spinner) return;
		detach = terminal.live.attach(stderr, (output) => {
			const drawn = ora({
				text: describe(),
				stream: output as NodeJS.WriteStream,
				// ora treats `CI=false` as CI, and would leave its lines behind.
				isEnabled: !isUnattended(env),
				// The program itself handles signals and the keyboard.
				discardStdin: false,
				hideCursor: true,
			});
			spinner = drawn;
			return { show: () => drawn.start(), hide: () => drawn.stop() };
		});
		clock = setInterval(() => {
			if (spinner) spinner.text = describe();
		}, 1000);
	};
	const update = (next: string): void => {
		current = next;
		if (spinner) spinner.text = describe();
		if (isWanted || isStopped) return;
		isWanted = true;
		timer = setTimeout(() => void show(), Math.max(0, started + DELAY - terminal.now()));
	};
	const pause = (): void => {
		isWanted = false;
		clearTimeout(timer);
		clearInterval(clock);
		spinner?.stop();
		detach?.();
		spinner = undefined;
	};
	const stop = (): void => {
		isStopped = true;
		pause();
	};
	update(text);
	terminal.defer(stop);
	return { update, pause, stop };
}

export async function withProgress<Result>(text: string, work: Promise<Result>, terminal: Terminal): Promise<Result> {
	if (!terminal.showsProgress) return await work;
	const progress = startProgress(text, terminal);
	try {
		return await work;
	} finally {
		progress.stop();
	}
}
