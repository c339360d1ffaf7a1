import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fill, generateFolder } from "./folders.ts";
import { createWorld, KEY, random, SECRET, sentTo } from "./world.ts";

it("sends and writes nothing that 500 generated folders want", async () => {
	const world = await createWorld();
	try {
		for (let seed = 1; seed <= 500; seed++) {
			const folder = join(world.home.folder, `g${seed}`);
			mkdirSync(folder);
			fill(folder, generateFolder(random(seed * 7919), world.secret));
			const { stdout, stderr } = await world.home.run(
				`hub infer -t chat --sandbox --curl -f g${seed} -f 'g${seed}/**/*' x`,
			);
			const batch = await world.batch(`g${seed} -o out${seed}.jsonl`);
			const written = readFileSync(join(world.home.folder, `out${seed}.jsonl`), "utf8");
			const everything = [stdout, stderr, batch.stdout, batch.stderr, written].join("\n");
			// The service gets the key: it is on this machine.
			expect(everything.includes(KEY), `seed ${seed * 7919}`).toBe(false);
			expect(`${everything}${sentTo(world.service)}`.includes(SECRET), `seed ${seed * 7919}`).toBe(false);
			expect(stdout).toContain("plain");
		}
	} finally {
		await world.close();
	}
});
