/**
 * Feeds damaged inputs to everything that reads what strangers wrote, so many seconds for each target. What goes wrong
 * is kept in `corpus/`, where the tests and the next run find it.
 *
 *     npm run fuzz -- [seconds] [seed] [target]
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeRandom } from "./random.ts";
import { runOnce, TARGETS } from "./targets.ts";

const CORPUS = fileURLToPath(new URL("corpus", import.meta.url));

/** Inputs that went wrong once. */
export function readCorpus(target: string): string[] {
	const prefix = `${target.replaceAll(" ", "-")}.`;
	return readdirSync(CORPUS).flatMap((name) =>
		name.startsWith(prefix) ? [readFileSync(join(CORPUS, name), "utf8")] : [],
	);
}

async function main(): Promise<void> {
	const [seconds = "10", seed = String(Date.now() % 2 ** 31), only] = process.argv.slice(2);
	let total = 0;
	for (const [name, target] of Object.entries(TARGETS)) {
		if (only !== undefined && only !== name) continue;
		const random = makeRandom(Number(seed));
		const corpus = readCorpus(name);
		const end = performance.now() + Number(seconds) * 1000;
		let runs = 0;
		let found = 0;
		for (; performance.now() < end && found < 20; runs++) {
			const finding = await runOnce(target, corpus, random);
			if (!finding) continue;
			found++;
			mkdirSync(CORPUS, { recursive: true });
			const hash = createHash("sha256").update(finding.input).digest("hex").slice(0, 12);
			writeFileSync(join(CORPUS, `${name.replaceAll(" ", "-")}.${hash}.txt`), finding.input);
			process.stdout.write(`${finding.problem}\n  ${JSON.stringify(finding.input.slice(0, 1000))}\n`);
		}
		total += found;
		process.stdout.write(`${name}: ${runs} runs from seed ${seed}, ${found} findings\n`);
	}
	process.exitCode = total > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
