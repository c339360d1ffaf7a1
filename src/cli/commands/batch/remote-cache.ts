import { hash } from "node:crypto";
import { isRecord, parseJson } from "../../../base/json.ts";
import type { BatchResult, KnownAnswer } from "../../../batch/index.ts";
import { restoreFile } from "../../../batch/journal-lines.ts";
import { hasOtherFiles } from "../../../inference/other-files.ts";
import { isMissingObject } from "./parts/s3-client.ts";
import { type PartsStore, readSmall } from "./parts/store.ts";

/** Maximum writes in flight. */
const AT_ONCE = 16;

/**
 * Results by the keys of their requests, in a bucket that many machines share: an object for each, written atomically,
 * with a hash of its content. hub removes none: lifecycle rules of the bucket decide how long its objects stay.
 */
export class RemoteCache {
	private readonly place: PartsStore;
	private readonly onFailure: (error: unknown) => void;
	private readonly queue: (() => Promise<void>)[] = [];
	private readonly writing = new Set<Promise<void>>();
	private hasFailed = false;

	/** @param onFailure called once if a result cannot be stored; the run continues */
	constructor(place: PartsStore, onFailure: (error: unknown) => void) {
		this.place = place;
		this.onFailure = onFailure;
	}

	async get(key: string): Promise<KnownAnswer | undefined> {
		const text = await this.read(key);
		const end = text?.indexOf("\n") ?? -1;
		if (text === undefined || end === -1) return undefined;
		const body = text.slice(end + 1);
		const facts = text.slice(0, end) === hash("sha256", body, "hex") ? parseJson(body) : undefined;
		if (!isRecord(facts)) return undefined;
		const { output, provider, model } = facts;
		return {
			output: restoreFile(output),
			cacheKey: key,
			...(typeof provider === "string" ? { provider } : {}),
			...(typeof model === "string" ? { model } : {}),
		};
	}

	private async read(key: string): Promise<string | undefined> {
		try {
			return await readSmall(this.place, nameOf(key));
		} catch (error) {
			if (isMissingObject(error)) return undefined;
			throw error;
		}
	}

	/** Keeps a result, but none of several files. */
	set(key: string, { output, provider, model }: BatchResult): void {
		if (hasOtherFiles(output) || this.hasFailed) return;
		this.queue.push(async () => {
			const stored = output instanceof Blob ? await toText(output) : output;
			const body = JSON.stringify({ output: stored, provider, model });
			await this.place.put([{ name: nameOf(key), text: `${hash("sha256", body, "hex")}\n${body}` }]);
		});
		this.turn();
	}

	/** Resolves when all results are written. */
	async close(): Promise<void> {
		while (this.writing.size > 0) await Promise.all(this.writing);
	}

	private turn(): void {
		while (this.writing.size < AT_ONCE) {
			const work = this.queue.shift();
			if (!work) return;
			const done = work()
				.catch((error: unknown) => {
					if (!this.hasFailed) this.onFailure(error);
					this.hasFailed = true;
					this.queue.length = 0;
				})
				.then(() => {
					this.writing.delete(done);
					this.turn();
				});
			this.writing.add(done);
		}
	}
}

const nameOf = (key: string): string => `${key.slice(0, 2)}/${key}`;

async function toText(file: Blob): Promise<{ type: string; data: string }> {
	return { type: file.type, data: Buffer.from(await file.arrayBuffer()).toString("base64") };
}
