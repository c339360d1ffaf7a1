import { mkdtempSync, openAsBlob } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import busboy from "busboy";
import { GatewayError } from "../../../gateway/errors.ts";
import type { GatewayRequest, ReadForm } from "../../../gateway/index.ts";
import { tooLarge } from "../../../gateway/read-body.ts";

/** Larger files are kept on disk, in bytes. */
const MAX_BYTES_IN_MEMORY = 2 ** 20;
const LIMITS = { fields: 200, files: 20, fieldSize: 10 * 2 ** 20 };

/**
 * Reads a form as it arrives; files above 1 MB go to disk.
 * @throws GatewayError 400 or 413
 */
export async function readForm(request: GatewayRequest, maxBody: number): Promise<ReadForm> {
	const form = new FormData();
	const spool = new Spool();
	try {
		await readParts(request, maxBody, form, spool);
		return { form, close: () => spool.close() };
	} catch (error) {
		await spool.close();
		if (error instanceof GatewayError) throw error;
		throw new GatewayError(400, "The form cannot be read.", { code: "invalid_form" });
	}
}

async function readParts(request: GatewayRequest, maxBody: number, form: FormData, spool: Spool): Promise<void> {
	const parser = busboy({
		headers: { "content-type": request.headers.get("content-type") ?? "" },
		defParamCharset: "utf8",
		limits: LIMITS,
	});
	const files: Promise<void>[] = [];
	const refuse = (problem: string): void => {
		parser.destroy(new GatewayError(413, `The form has ${problem}.`, { code: "form_too_large" }));
	};
	parser.on("fieldsLimit", () => refuse(`more than ${LIMITS.fields} fields`));
	parser.on("filesLimit", () => refuse(`more than ${LIMITS.files} files`));
	parser.on("field", (name, value, { valueTruncated }) => {
		if (valueTruncated) refuse(`a field of ${LIMITS.fieldSize / 2 ** 20} MB or more`);
		else form.append(name, value);
	});
	parser.on("file", (name, stream, { filename, mimeType }) => {
		const file = spool.keep(stream, mimeType).then((blob) => form.append(name, blob, filename || "file"));
		// Awaited at the end: awaiting it here would block the rest of the form.
		file.catch((error: Error) => parser.destroy(error));
		files.push(file);
	});
	let size = 0;
	const limited = async function* (source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
		for await (const part of source) {
			size += part.length;
			if (size > maxBody) throw tooLarge(maxBody);
			yield part;
		}
	};
	const body = request.body ? Readable.fromWeb(request.body as NodeReadableStream<Uint8Array>) : Readable.from([]);
	try {
		await pipeline(body, limited, parser);
		await Promise.all(files);
	} finally {
		// None may write to the folder after it was removed.
		await Promise.allSettled(files);
	}
}

/** Files of one form: small ones in memory, large ones in a temporary folder. */
class Spool {
	private folder: string | undefined;
	private count = 0;

	async keep(stream: Readable, type: string): Promise<Blob> {
		const parts: Uint8Array<ArrayBuffer>[] = [];
		let size = 0;
		let path: string | undefined;
		let file: FileHandle | undefined;
		try {
			for await (const part of stream as AsyncIterable<Buffer>) {
				size += part.length;
				parts.push(new Uint8Array(part));
				if (size <= MAX_BYTES_IN_MEMORY) continue;
				// Files of a form may arrive at the same time.
				this.folder ??= mkdtempSync(join(tmpdir(), "hub-serve-"));
				path ??= join(this.folder, String(this.count++));
				file ??= await open(path, "wx", 0o600);
				for (const held of parts.splice(0)) await file.writeFile(held);
			}
		} finally {
			await file?.close();
		}
		return path === undefined ? new Blob(parts, { type }) : await openAsBlob(path, { type });
	}

	async close(): Promise<void> {
		if (this.folder !== undefined) await rm(this.folder, { recursive: true, force: true });
	}
}
