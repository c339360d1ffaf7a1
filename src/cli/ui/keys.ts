import { StringDecoder } from "node:string_decoder";
import type { Context } from "../context.ts";
import { Interrupt } from "../terminal/process-io.ts";
import type { QuestionText } from "../terminal/question.ts";

export interface Key {
	/** `text` and `paste` carry text; other names are those of keys: `enter`, `up`, `ctrl-c`, `alt-b` … */
	name: string;
	/** Empty for keys without text. */
	text: string;
}

const ESCAPE = "\x1b";
const PASTE = { start: `${ESCAPE}[200~`, end: `${ESCAPE}[201~` };
/** Parses input that begins with an escape: a control sequence, a key of the numeric pad, or a key pressed together with Alt. */
const SEQUENCE = /^\p{Cc}(?:\[([0-?]*)[ -/]*([@-~])|O([@-~])|([\s\S]))/u;
/** An incomplete sequence. */
const UNFINISHED = /^\p{Cc}(?:\[[0-?]*[ -/]*|O)?$/u;

type Names = Readonly<Record<string, string>>;

/** Final letter of a sequence → key. */
const LETTERS: Names = { A: "up", B: "down", C: "right", D: "left", H: "home", F: "end", Z: "shift-tab", M: "enter" };
/** Number before `~` → key. */
const NUMBERS: Names = { 1: "home", 3: "delete", 4: "end", 5: "pageup", 6: "pagedown", 7: "home", 8: "end" };
const CONTROLS: Names = {
	"\r": "enter",
	"\n": "ctrl-j",
	"\t": "tab",
	"\b": "backspace",
	"\x7f": "backspace",
	"\0": "ctrl-space",
};

function named(name: string): Key {
	return { name, text: "" };
}

/** Returns a table by key, from rows of keys separated by spaces. */
export function byKey<Value>(rows: readonly (readonly [keys: string, value: Value])[]): ReadonlyMap<string, Value> {
	return new Map(rows.flatMap(([keys, value]) => keys.split(" ").map((key) => [key, value] as const)));
}

/** Converts terminal input to keys; a sequence may arrive in pieces. */
export class KeyDecoder {
	private waiting = "";

	push(chunk: string): Key[] {
		const keys: Key[] = [];
		let rest = this.waiting + chunk;
		this.waiting = "";
		while (rest !== "") {
			if (rest.startsWith(PASTE.start)) {
				const end = rest.indexOf(PASTE.end);
				if (end === -1) break;
				// Terminals send a carriage return for each end of line.
				keys.push({ name: "paste", text: rest.slice(PASTE.start.length, end).replace(/\r\n?/g, "\n") });
				rest = rest.slice(end + PASTE.end.length);
			} else if (rest.startsWith(ESCAPE)) {
				if (UNFINISHED.test(rest)) break;
				const match = rest.charAt(1) === ESCAPE ? null : SEQUENCE.exec(rest);
				keys.push(match ? readSequence(match) : named("escape"));
				rest = rest.slice(match?.[0].length ?? 1);
			} else {
				const [text = ""] = /^[^\p{Cc}]+/u.exec(rest) ?? [];
				keys.push(text ? { name: "text", text } : readControl(rest.charAt(0)));
				rest = rest.slice(text.length || 1);
			}
		}
		this.waiting = rest;
		return keys.filter(({ name }) => name !== "");
	}

	/** Whether an escape waits for more: without further input it is the Esc key. */
	get isWaiting(): boolean {
		return UNFINISHED.test(this.waiting);
	}

	/** Nothing more arrived. */
	flush(): Key[] {
		if (!this.isWaiting) return [];
		const [, ...rest] = this.waiting;
		this.waiting = "";
		return [named("escape"), ...(rest.length > 0 ? [{ name: "text", text: rest.join("") }] : [])];
	}
}

function readControl(character: string): Key {
	const code = character.charCodeAt(0);
	// The letters of Ctrl; the others are C1 controls, which no key sends.
	return named(CONTROLS[character] ?? (code < 0x1b ? `ctrl-${String.fromCharCode(code + 0x60)}` : ""));
}

function readSequence([, parameters = "", final, pad, letter]: RegExpExecArray): Key {
	if (letter !== undefined) {
		return named(`alt-${/\p{Cc}/u.test(letter) ? readControl(letter).name : letter.toLowerCase()}`);
	}
	const [first = "", second = "", third = ""] = parameters.split(";");
	let name = LETTERS[final ?? pad ?? ""] ?? "";
	let modifier = second;
	if (final === "~") name = first === "27" ? characterKey(third) : (NUMBERS[first] ?? "");
	// Terminals that report every key this way: `CSI code ; modifier u`.
	if (final === "u") {
		name = characterKey(first);
		modifier = second.split(":")[0] ?? "";
	}
	return named(name && withModifier(name, Number(modifier || 1)));
}

function characterKey(code: string): string {
	const character = String.fromCodePoint(Number(code) || 0);
	return CONTROLS[character] ?? (character === ESCAPE ? "escape" : character.toLowerCase());
}

/** The number is one more than a sum of 1 for Shift, 2 for Alt and 4 for Ctrl. */
function withModifier(name: string, modifier: number): string {
	const bits = modifier - 1;
	if (bits & 4) return `ctrl-${name}`;
	if (bits & 2) return `alt-${name}`;
	return bits & 1 ? `shift-${name}` : name;
}

export type KeyListener = (key: Key) => void;

export interface KeySource {
	/**
	 * Adds a listener: the last one added receives the keys, and those typed while there was none. Returns a function
	 * that removes it.
	 */
	listen(listener: KeyListener): () => void;
	close(): void;
}

/** An escape without further input within this time, in milliseconds, is the Esc key. */
const ESCAPE_DELAY = 40;
/** Makes the terminal mark pasted text, so that line ends in it do not submit. */
const PASTE_MODE = { on: "\x1b[?2004h", off: "\x1b[?2004l" };

/** The drawing on the terminal, which is hidden while this program is stopped. */
interface Drawing {
	/** Removes it, and shows the cursor. */
	hide(): void;
	show(): void;
}

/**
 * Opens the keyboard: keys arrive at once, without echo. Ctrl-Z stops the program, as it does where the terminal handles
 * the key.
 */
export function openKeys(
	{ stdin, stdout, suspend }: Pick<Context, "stdin" | "stdout" | "suspend">,
	drawing?: Drawing,
): KeySource {
	const decoder = new KeyDecoder();
	const bytes = new StringDecoder("utf8");
	const listeners: KeyListener[] = [];
	let timer: NodeJS.Timeout | undefined;
	let early: Key[] = [];
	// Text typed before the start contains line feeds, which the terminal wrote for Enter.
	let isTypedAhead = true;
	let isOpen = true;
	let isSuspended = false;
	const stop = async (): Promise<void> => {
		if (isSuspended) return;
		isSuspended = true;
		drawing?.hide();
		stdout.write(PASTE_MODE.off);
		stdin.setRawMode?.(false);
		await suspend();
		isSuspended = false;
		if (!isOpen) return;
		stdin.setRawMode?.(true);
		stdout.write(PASTE_MODE.on);
		drawing?.show();
	};
	const send = (keys: readonly Key[]): void => {
		for (const key of keys) {
			if (key.name === "ctrl-z") {
				void stop();
				continue;
			}
			const listener = listeners.at(-1);
			if (listener) listener(key);
			else early.push(key);
		}
	};
	const read = (chunk: Uint8Array | string): void => {
		clearTimeout(timer);
		const text = typeof chunk === "string" ? chunk : bytes.write(Buffer.from(chunk));
		send(decoder.push(isTypedAhead ? text.replaceAll("\n", "\r") : text));
		if (decoder.isWaiting) timer = setTimeout(() => send(decoder.flush()), ESCAPE_DELAY);
	};
	// The terminal is gone: listeners must not wait forever.
	const end = (): void => send([named("ctrl-c")]);
	stdin.setRawMode?.(true);
	stdin.on("data", read);
	stdin.once("end", end);
	stdin.resume();
	// Input that is already there arrives in the first turns of the event loop.
	setImmediate(() => setImmediate(() => (isTypedAhead = false)));
	stdout.write(PASTE_MODE.on);
	return {
		listen: (listener) => {
			listeners.push(listener);
			const typed = early;
			early = [];
			send(typed);
			return () => {
				const index = listeners.lastIndexOf(listener);
				if (index !== -1) listeners.splice(index, 1);
			};
		},
		close: () => {
			isOpen = false;
			clearTimeout(timer);
			stdin.off("data", read);
			stdin.off("end", end);
			stdin.pause();
			stdin.setRawMode?.(false);
			stdout.write(PASTE_MODE.off);
		},
	};
}

/**
 * Asks with one key; Esc is the last answer.
 * @param answers key → answer; `enter` is the key with this name
 * @throws Interrupt on Ctrl-C and Ctrl-D, and when the signal ends it
 */
export async function askKey<Answer>(
	context: Pick<Context, "stdin" | "stdout" | "stderr" | "signal" | "suspend">,
	question: QuestionText,
	answers: ReadonlyMap<string, Answer>,
	signal: AbortSignal = context.signal,
): Promise<Answer> {
	const ask = (): boolean => context.stderr.write(String(question));
	const keys = openKeys(context, { hide: () => context.stderr.write("\n"), show: ask });
	ask();
	try {
		return await new Promise<Answer>((resolve, reject) => {
			const leave = (): void => reject(new Interrupt("SIGINT"));
			signal.addEventListener("abort", leave, { once: true });
			keys.listen(({ name, text }) => {
				const key = name === "escape" ? ([...answers.keys()].at(-1) ?? "") : text.toLowerCase() || name;
				const answer = answers.get(key);
				if (name === "ctrl-c" || name === "ctrl-d") leave();
				else if (answer !== undefined) resolve(answer);
			});
		});
	} finally {
		context.stderr.write("\n");
		keys.close();
	}
}
