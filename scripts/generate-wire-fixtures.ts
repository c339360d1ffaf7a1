import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generateFixtures, type Registry } from "./wire-fixtures/generate.ts";

/**
 * Writes the fixtures of every provider and task from the registry of the specification.
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
console.log(`${fixtures.size} fixtures written`);
