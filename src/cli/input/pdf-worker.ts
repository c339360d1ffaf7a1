/**
 * Reads the text of a PDF in a separate thread, which `pdf-text.ts` starts and may end at any time. The build bundles it
 * and the package into one script.
 */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import * as pdfjs from "pdfjs-dist/legacy/build/pdf.mjs";
import * as parser from "pdfjs-dist/legacy/build/pdf.worker.mjs";

/** The input of the thread. */
interface Given {
	bytes: Uint8Array;
	/** Maximum bytes of arrays. A stream of zeros can expand a thousandfold. */
	memory: number;
}

const given = workerData as Given;

/** Array types that the package allocates with large sizes. */
const ARRAYS = { Uint8Array, Uint8ClampedArray, Uint16Array, Uint32Array, Int32Array, Float32Array };

/**
 * Counts the memory of arrays: limits of a thread cover only objects. Arrays that are no longer used count too, since
 * there is no event when they are freed.
 */
function limitMemory(): void {
	let taken = 0;
	const limit = <Type extends { new (...args: never[]): object; BYTES_PER_ELEMENT: number }>(type: Type): Type =>
		new Proxy(type, {
			construct(target, args: unknown[], self) {
				if (typeof args[0] === "number") taken += args[0] * target.BYTES_PER_ELEMENT;
				if (taken <= given.memory) return Reflect.construct(target, args, self) as object;
				// The package would catch the error, and continue without the stream.
				parentPort?.postMessage({ failure: "RangeError" });
				throw new RangeError("The document needs too much memory.");
			},
		});
	for (const [name, type] of Object.entries(ARRAYS)) Object.assign(globalThis, { [name]: limit(type as never) });
}

/** Gets the maps from codes to characters that fonts name and do not contain, mostly of Chinese, Japanese and Korean. */
class CharacterMaps {
	/** Resolves after the previous map has arrived: responses have no names. */
	#last: Promise<unknown> = Promise.resolve();
	async fetch({ name }: { name: string }): Promise<{ cMapData: Uint8Array; isCompressed: true }> {
		const content = this.#last.then(async () => {
			const port = parentPort as NonNullable<typeof parentPort>;
			port.postMessage({ map: name });
			const [map] = (await once(port, "message")) as [Uint8Array | undefined];
			return map;
		});
		this.#last = content;
		const cMapData = await content;
		if (!cMapData) throw new Error("There is no such map.");
		return { cMapData, isCompressed: true };
	}
}

async function readPages(): Promise<void> {
	const document = await pdfjs.getDocument({
		data: given.bytes,
		isEvalSupported: false,
		disableFontFace: true,
		useSystemFonts: false,
		useWorkerFetch: false,
		CMapReaderFactory: CharacterMaps,
		enableXfa: false,
		verbosity: pdfjs.VerbosityLevel.ERRORS,
	}).promise;
	for (let number = 1; number <= document.numPages; number++) {
		const page = await document.getPage(number);
		const { items } = await page.getTextContent();
		let text = "";
		for (const item of items) if ("str" in item) text += item.hasEOL ? `${item.str}\n` : item.str;
		parentPort?.postMessage({ pages: document.numPages, text });
		page.cleanup();
	}
}

// Nothing in a document may reach another server.
Object.assign(globalThis, { fetch: undefined, XMLHttpRequest: undefined, WebSocket: undefined });
limitMemory();
// The parser would start its own thread.
Object.assign(globalThis, { pdfjsWorker: parser });
readPages().then(
	() => parentPort?.postMessage("end"),
	(error: unknown) => parentPort?.postMessage({ failure: error instanceof Error ? error.name : "" }),
);
