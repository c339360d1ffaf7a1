import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SAMPLES } from "../../src/sandbox/samples/index.ts";

const SCREENS = fileURLToPath(new URL("../../docs/screens/", import.meta.url));

/** Recordings of a terminal that pages show; `scripts/screens.ts` makes them. */
const SHOWN_SCREENS = ["chat.svg", "results.svg"];

/** Writes the sandbox's sample files, which forms offer as inputs and demos show, and the recordings of a terminal. */
export async function writeSamples(out: string): Promise<void> {
	const folder = join(out, "samples");
	await mkdir(folder, { recursive: true });
	const media = SAMPLES.filter(({ type }) => /^(image|audio|video)\//.test(type));
	await Promise.all(media.map(async (sample) => writeFile(join(folder, sample.name), await sample.read())));
	await Promise.all(SHOWN_SCREENS.map((name) => copyFile(join(SCREENS, name), join(folder, name))));
}
