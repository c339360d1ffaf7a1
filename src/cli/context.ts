import { hideSecret, type SecretForms, secretForms } from "../base/secret-forms.ts";
import { type Colors, loadColors, PLAIN } from "./terminal/color.ts";
import { LiveBlocks } from "./terminal/live-blocks.ts";
import {
	colorLevel,
	isReadByAgent,
	isUnattended,
	type Output,
	type ProcessIO,
	writeAll,
} from "./terminal/process-io.ts";
import { type StyledText, showStyled } from "./terminal/styled.ts";
import type { DisplayFlags, Terminal } from "./terminal/terminal.ts";

/** The environment of a command. Commands reach the process only through it, so tests can replace it. */
export interface Context extends Terminal {
	/** Strings that must never be shown; they are replaced in all text written to stderr. */
	readonly secrets: Secrets;
	/** Closes deferred resources, the last first. */
	close(): Promise<void>;
}

const NO_FLAGS: DisplayFlags = { quiet: false, debug: false, json: false, input: true };

/** Makes the context of a command line, with the colors its flags and the environment allow. */
export async function openContext(io: ProcessIO, flags: DisplayFlags = NO_FLAGS): Promise<Context> {
	const colorsFor = async (output: Output): Promise<Colors> => {
		// Not FORCE_COLOR either, which some agents set for all programs.
		const level = isReadByAgent(io) && !flags.color ? 0 : colorLevel(output, io.env, flags.color);
		return level === 0 ? PLAIN : await loadColors(level);
	};
	const [stdout, stderr] = await Promise.all([colorsFor(io.stdout), colorsFor(io.stderr)]);
	return createContext(io, flags, { stdout, stderr });
}

/** Makes a context, by default without flags and colors. */
export function createContext(
	io: ProcessIO,
	flags: DisplayFlags = NO_FLAGS,
	colors: Context["colors"] = { stdout: PLAIN, stderr: PLAIN },
): Context {
	const closers: (() => void | Promise<void>)[] = [];
	let isClosed = false;
	const secrets = new Secrets();
	const hasOneTerminal = io.hasOneTerminal ?? true;
	const live = new LiveBlocks(io.stdout, io.stderr, hasOneTerminal);
	const { stdout, stderr } = live;
	const warn = (text: string | StyledText): void => {
		stderr.write(`${secrets.hide(showStyled(text))}\n`);
	};
	const onStdout = (text: string | StyledText | Uint8Array): string | Uint8Array => {
		if (text instanceof Uint8Array) return text;
		// A pipe gets data unchanged.
		return stdout.isTTY ? showStyled(text) : String(text);
	};
	return {
		// Created when it is first read: that takes Node two milliseconds.
		get stdin() {
			return io.stdin;
		},
		stdinDescriptor: io.stdinDescriptor,
		stdout,
		stderr,
		hasOneTerminal,
		live,
		env: io.env,
		cwd: io.cwd,
		signal: io.signal,
		now: io.now ?? Date.now,
		platform: io.platform ?? process.platform,
		parentId: io.parentId ?? 0,
		catchSignals: io.catchSignals ?? (() => () => undefined),
		suspend: io.suspend ?? (async () => undefined),
		colors,
		flags,
		secrets,
		print: (text) => writeAll(stdout, onStdout(text), io.signal),
		note: (text) => {
			if (!flags.quiet) warn(text);
		},
		warn,
		defer: (close) => {
			if (isClosed) void close();
			else closers.push(close);
		},
		close: async () => {
			isClosed = true;
			for (const close of closers.splice(0).reverse()) await close();
		},
		get isInteractive() {
			if (!flags.input || isUnattended(io.env) || io.env["TERM"] === "dumb") return false;
			// Standard input last: see `stdin`.
			return Boolean(io.stdout.isTTY && io.stdin.isTTY);
		},
		get showsProgress() {
			const mayDraw = Boolean(io.stderr.isTTY) && io.env["TERM"] !== "dumb" && !isReadByAgent(io);
			return mayDraw && !flags.quiet && !flags.debug;
		},
	};
}

/** Strings that must not be shown, each with its replacement. Entries are only ever added. */
export class Secrets {
	readonly #names = new Map<string, { name: string; forms?: SecretForms }>();

	/** @param name shown instead, such as `$HF_TOKEN` */
	add(secret: string, name = "[redacted]"): void {
		this.#names.set(secret, { name });
	}

	/** Returns the text with every secret replaced by its name, in every encoding of `SecretForms`. */
	hide(text: string): string {
		let hidden = text;
		for (const [secret, known] of this.#names) {
			// Shorter ones would match parts of ordinary words.
			if (secret.length < 4) continue;
			known.forms ??= secretForms(secret);
			hidden = hideSecret(hidden, known.forms, known.name);
		}
		return hidden;
	}
}
