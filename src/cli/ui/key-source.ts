import { StringDecoder } from "node:string_decoder";
import type { Context } from "../context.ts";
import { type Key, KeyDecoder } from "./keys.ts";

export type KeyListener = (key: Key) => void;

/** The keyboard, key by key. */
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
/** Makes the terminal mark pasted text, so that its line ends send nothing. */
const PASTE_MODE = { on: "\x1b[?2004h", off: "\x1b[?2004l" };

/** Opens the keyboard: keys arrive at once, without echo. */
export function openKeys({ stdin, stdout }: Pick<Context, "stdin" | "stdout">): KeySource {
	const decoder = new KeyDecoder();
	const bytes = new StringDecoder("utf8");
	const listeners: KeyListener[] = [];
	let timer: NodeJS.Timeout | undefined;
	let early: Key[] = [];
	const send = (keys: readonly Key[]): void => {
		for (const key of keys) {
			const listener = listeners.at(-1);
			if (listener) listener(key);
			else early.push(key);
		}
	};
	const read = (chunk: Uint8Array | string): void => {
		clearTimeout(timer);
		send(decoder.push(typeof chunk === "string" ? chunk : bytes.write(Buffer.from(chunk))));
		if (decoder.isWaiting) timer = setTimeout(() => send(decoder.flush()), ESCAPE_DELAY);
	};
	// The terminal is gone: listeners must not wait forever.
	const end = (): void => send([{ name: "ctrl-c", text: "" }]);
	stdin.setRawMode?.(true);
	stdin.on("data", read);
	stdin.once("end", end);
	stdin.resume();
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
			clearTimeout(timer);
			stdin.off("data", read);
			stdin.off("end", end);
			stdin.pause();
			stdin.setRawMode?.(false);
			stdout.write(PASTE_MODE.off);
		},
	};
}
