import { unknownWord } from "../errors/unknown-word.ts";

const PREFIX = "sample:";

/** Whether a path names a built-in file, such as `sample:street.jpg`. */
export function isSample(path: string): boolean {
	return path.startsWith(PREFIX);
}

/**
 * Returns the bytes of a built-in file.
 * @throws UsageError for an unknown name
 */
export async function readSample(path: string): Promise<Uint8Array> {
	const { findSample, SAMPLES } = await import("../../sandbox/samples/index.ts");
	const sample = findSample(path);
	if (sample) return await sample.read();
	const names = SAMPLES.map(({ name }) => name);
	throw unknownWord("sample", path.slice(PREFIX.length), names, "hub sandbox samples lists them.");
}
