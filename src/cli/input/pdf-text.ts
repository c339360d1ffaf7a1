import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { parseJson } from "../../base/json.ts";
import { hasBuiltFile, readBuiltFile } from "../files/read-bounded.ts";

/** The text of a document. */
export interface PdfText {
	/** Empty for scans and images. */
	text: string;
	/** How many of the pages were read. */
	read: number;
	/** 0 if it could not be opened. */
	pages: number;
	/** Why not all pages were read; undefined if they were. */
	problem: string | undefined;
}

/** Limits for a document. */
export interface PdfLimits {
	/** Characters. */
	length: number;
	/** Bytes after decompression. Default 512 MB. */
	memory?: number | undefined;
	/** Milliseconds. Default 20 s. */
	time?: number | undefined;
	signal?: AbortSignal | undefined;
}

const MAX_PAGES = 2000;

/** What the thread sends. */
type Message = { pages: number; text: string } | { failure: string } | { map: string } | "end";

const FAILURES: Readonly<Record<string, string>> = {
	PasswordException: "it is protected by a password",
	InvalidPDFException: "it is damaged",
	RangeError: "it needs too much memory",
};

/** Resolves when the earlier documents have been read: one takes a whole core. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Returns the text of a PDF; documents are read one after the other. They are untrusted: each is read in a thread without
 * network, with limits of memory and time; if a limit is reached, the text so far is returned.
 */
export async function readPdfText(bytes: Uint8Array, limits: PdfLimits): Promise<PdfText> {
	const reading = turn.then(() => {
		limits.signal?.throwIfAborted();
		return readNow(bytes, limits);
	});
	turn = reading.catch(() => undefined);
	return await reading;
}

function readNow(bytes: Uint8Array, { length, memory = 512e6, time = 20_000, signal }: PdfLimits): Promise<PdfText> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(readOwnFile("pdf-worker.js"), {
			eval: true,
			workerData: { bytes, memory },
			env: {},
			execArgv: [],
			// The package prints warnings.
			stdout: true,
			stderr: true,
			resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
		});
		let text = "";
		let read = 0;
		let pages = 0;
		const end = (problem?: string): void => {
			clearTimeout(timer);
			signal?.removeEventListener("abort", abort);
			worker.removeAllListeners("message");
			void worker.terminate();
			resolve({ text: text.trim(), read, pages, problem });
		};
		const abort = (): void => {
			end();
			reject(signal?.reason as Error);
		};
		const timer = setTimeout(() => end(`it took longer than ${time / 1000} s`), time);
		signal?.addEventListener("abort", abort, { once: true });
		worker.on("message", (message: Message) => {
			if (message === "end") return end();
			if ("map" in message) return worker.postMessage(findCharacterMap(message.map));
			if ("failure" in message) return end(FAILURES[message.failure] ?? "it cannot be read");
			pages = message.pages;
			if (read === MAX_PAGES) return end(`it has more than ${MAX_PAGES} pages`);
			const page = message.text.trim();
			const room = length - text.length;
			if (page !== "") text += `${page.slice(0, room)}\n\n`;
			if (page.length > room) return end(`its text is longer than ${length} characters`);
			read++;
		});
		worker.on("error", () => end("it needs too much memory"));
		worker.on("exit", () => end("it cannot be read"));
	});
}

/** Name → content, in base64. Read with the first document that names one. */
let characterMaps: ReadonlyMap<string, string> | undefined;

/** Returns a map of the package from codes to characters; undefined for a name that is none. */
function findCharacterMap(name: string): Uint8Array | undefined {
	characterMaps ??= new Map(Object.entries(parseJson(readOwnFile("pdf-cmaps.json")) as Record<string, string>));
	const content = characterMaps.get(name);
	return content === undefined ? undefined : Buffer.from(content, "base64");
}

/** Returns a file of the build: next to the built command, or in `dist` of a checkout. */
function readOwnFile(name: string): string {
	const here = import.meta.dirname;
	const folders = [here, join(here, "../../../dist/cli")];
	const folder = folders.find((candidate) => hasBuiltFile(candidate, name));
	return readBuiltFile(folder ?? here, name).toString();
}
