import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { SAMPLES } from "modelhub/sandbox";

/** Writes the sandbox's sample files, which forms offer as inputs and demos show. */
export async function writeSamples(out: string): Promise<void> {
	const folder = join(out, "samples");
	await mkdir(folder, { recursive: true });
	const media = SAMPLES.filter(({ type }) => /^(image|audio|video)\//.test(type));
	await Promise.all(media.map(async (sample) => writeFile(join(folder, sample.name), await sample.read())));
}
