import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import type { WireFixture } from "./wire-fixtures/format.ts";
import { generateFixtures, type Registry } from "./wire-fixtures/generate.ts";

/**
 * Writes the fixtures of every provider and task from the registry of the specification, and removes all others that
 * are not marked `byHand`.
 * It interprets the registry's recipes independently of the library.
 */
const root = fileURLToPath(new URL("../test/fixtures/", import.meta.url));
const registry = JSON.parse(readFileSync(`${root}spec/providers.json`, "utf8")) as Registry;
const fixtures = generateFixtures(registry);
for (const [path, fixture] of fixtures) {
	const file = `${root}wire/${path}`;
	mkdirSync(dirname(file), { recursive: true });
	writeFileSync(file, `${JSON.stringify(fixture, null, "\t")}\n`);
}
const files = readdirSync(`${root}wire`, { recursive: true, encoding: "utf8" }).map((file) =>
	file.replaceAll("\\", "/"),
);
const isByHand = (file: string): boolean =>
	(JSON.parse(readFileSync(`${root}wire/${file}`, "utf8")) as WireFixture).byHand === true;
const stale = files.filter((file) => file.endsWith(".json") && !fixtures.has(file) && !isByHand(file));
for (const file of stale) rmSync(`${root}wire/${file}`);
console.log(`${fixtures.size} fixtures written, ${stale.length} removed`);
