import { encodeBase64 } from "../base/base64.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";

const OTHERS = new WeakMap<Blob, () => Promise<Blob[]>>();

/**
 * Returns the other files of the response whose first file is the result: services may send several images, and tasks return
 * one. Files that have only a URL are downloaded now, and again at each call; URLs of services expire.
 * @param result what a task returned; anything but such a file has no others
 * @returns the other files in the order of the response; empty if the file came alone
 * @throws ProviderOutputError, InferenceClientDownloadError as the task itself
 */
export async function otherFiles(result: unknown): Promise<Blob[]> {
	return result instanceof Blob ? ((await OTHERS.get(result)?.()) ?? []) : [];
}

/** Whether a result came with other files. */
export function hasOtherFiles(result: unknown): boolean {
	return result instanceof Blob && OTHERS.has(result);
}

/**
 * Loads the other files of a result now, and stores them with it, since another call would cost again.
 * @throws ProviderOutputError if one of them cannot be loaded
 */
export async function loadOtherFiles(first: Blob, signal?: AbortSignal): Promise<void> {
	try {
		const files = await otherFiles(first);
		setOtherFiles(first, () => Promise.resolve(files));
	} catch (error) {
		if (signal?.aborted) throw error;
		const reason = error instanceof Error ? error.message : String(error);
		throw new InferenceClientProviderOutputError(
			`The response has several files, and not all can be loaded: ${reason}`,
		);
	}
}

/** Stores how to load the other files of a response, as long as the first one is in use. */
export function setOtherFiles(first: Blob, load: () => Promise<Blob[]>): void {
	OTHERS.set(first, load);
}

/** A file in JSON. */
export interface DescribedFile {
	/** Media type. */
	type: string;
	/** Bytes. */
	size: number;
	/** Base64. */
	data: string;
	/** The files that came with it, if any. */
	others?: DescribedFile[];
}

/** Returns a file as JSON, with those that came with it. */
export async function describeFile(file: Blob): Promise<DescribedFile> {
	const others = hasOtherFiles(file) ? { others: await Promise.all((await otherFiles(file)).map(describeFile)) } : {};
	return { type: file.type, size: file.size, data: await encodeBase64(file), ...others };
}
