import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createWorld, damage, generate, KEY, random, SECRET, sentTo, type World, write } from "./world.ts";

/** Defines the tests of generated datasets and damaged files; `npm test` runs few of them, `npm run test:long` many. */
export function describeGenerated(datasets: number, damaged: number): void {
	let world: World;
	beforeAll(async () => {
		world = await createWorld();
	});
	afterAll(() => world.close());

	/** Everything in the home except the secret itself. */
	function written(): string {
		const files = readdirSync(world.home.folder, { recursive: true, withFileTypes: true });
		return files
			.filter((entry) => entry.isFile() && !entry.parentPath.includes("private") && !entry.parentPath.endsWith(".bin"))
			.map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
			.join("\n");
	}

	it(`keeps key and file from ${datasets} generated datasets`, async () => {
		const numbers = random(20_261_123);
		let rows = 0;
		for (let turn = 0; turn < datasets; turn++) {
			generate(world, numbers);
			const { stdout, stderr } = await world.batch(`hf://datasets/o/n -o out${turn}.jsonl`);
			expect(`${stdout}${stderr}`, `dataset ${turn}`).not.toMatch(/bug in hub|Unexpected failure/);
			expect(`${stdout}${stderr}`).not.toContain(KEY);
			expect(`${stdout}${stderr}`).not.toContain(SECRET);
			rows += world.service.requests.length;
			expect(sentTo(world.service), `dataset ${turn}`).not.toContain(SECRET);
			expect(world.thief.requests, `dataset ${turn}`).toEqual([]);
			world.service.requests.length = 0;
			world.viewer.requests.length = 0;
		}
		// Otherwise the runs would have failed for another reason.
		expect(rows).toBeGreaterThan(datasets / 10);
		const all = written();
		expect(all).not.toContain(KEY);
		expect(all).not.toContain(SECRET);
	});

	it(`calls ${damaged} damaged Parquet files damaged`, async () => {
		const numbers = random(4711);
		for (let turn = 0; turn < damaged; turn++) {
			write(world, "d.parquet", damage(numbers));
			const { code, stderr } = await world.home.run(
				`hub batch d.parquet -o d${turn}.jsonl -t chat --column text --sandbox --progress none`,
			);
			expect(stderr, `file ${turn}`).not.toMatch(/bug in hub|Unexpected failure/);
			expect([0, 1, 2]).toContain(code);
			if (code === 2)
				expect(stderr, `file ${turn}`).toMatch(/is damaged|not a Parquet file|Row \d+:|no column|No column/);
		}
	});
}
