import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { generateFixtures, type Registry } from "./wire-fixtures/generate.ts";

/**
 * Writes the fixtures of every provider and task from the registry of the specification, and removes all others.
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
const stale = files.filter((file) => file.endsWith(".json") && !fixtures.has(file));
for (const file of stale) rmSync(`${root}wire/${file}`);
console.log(`${fixtures.size} fixtures written, ${stale.length} removed`);
