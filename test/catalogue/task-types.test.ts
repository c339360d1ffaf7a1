import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { findOutdated } from "../../scripts/generate-task-types.ts";
import { readSpecification } from "./specification.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = `${root}src/inference/io/`;
const typeNames = JSON.parse(readFileSync(`${root}scripts/task-type-names.json`, "utf8")) as Record<string, string[]>;

it("has up-to-date input and output types (npx tsx scripts/generate-task-types.ts)", () => {
	expect([...findOutdated().keys()]).toEqual([]);
});

it("declares every exported type once", () => {
	const declared = readdirSync(folder).flatMap((file) =>
		[...readFileSync(folder + file, "utf8").matchAll(/^export (?:type|interface) (\w+)/gm)].map(([, name]) => name),
	);
	expect(declared.filter((name, index) => declared.indexOf(name) !== index)).toEqual([]);
	expect(
		Object.values(typeNames)
			.flat()
			.filter((name) => !declared.includes(name)),
	).toEqual([]);
});

it("uses the names of the specification", () => {
	const { exportedTypes } = readSpecification<{ exportedTypes: Record<string, string[]> }>("task-schemas");
	expect(typeNames).toEqual(exportedTypes);
});
