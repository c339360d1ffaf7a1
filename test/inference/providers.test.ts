import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { generateFixtures, type Registry } from "../../scripts/wire-fixtures/generate.ts";
import { INFERENCE_PROVIDERS, PROVIDERS, PROVIDERS_HUB_ORGS, PROVIDERS_OR_POLICIES } from "../../src/index.ts";
import { ALL_PROVIDERS } from "../../src/inference/index.ts";
import { fixtures } from "./replay.ts";

interface Entry {
	label: string;
	hubOrg: string;
	baseUrl: string;
	closedSource: boolean;
	headers?: Record<string, string>;
	tasks: Record<string, unknown>;
}

const file = fileURLToPath(new URL("../fixtures/spec/providers.json", import.meta.url));
const registry = JSON.parse(readFileSync(file, "utf8")) as Record<string, Entry>;
const ids = ALL_PROVIDERS.map(({ id }) => id);

describe("providers", () => {
	it("include those of the specification, with their tasks, in its order", () => {
		const specified = ALL_PROVIDERS.filter(({ id }) => Object.hasOwn(registry, id));
		const ours = specified.map(({ id, label, hubOrg, baseUrl, closedSource = false, headers, tasks }) => [
			id,
			{ label, hubOrg, baseUrl, closedSource, headers, tasks: Object.keys(tasks) },
		]);
		const theirs = Object.entries(registry).map(([id, entry]) => {
			const { label, hubOrg, baseUrl, closedSource, headers, tasks } = entry;
			return [id, { label, hubOrg, baseUrl, closedSource, headers, tasks: Object.keys(tasks) }];
		});
		expect(ours).toEqual(theirs);
	});

	it("are listed in every export", () => {
		expect(INFERENCE_PROVIDERS).toEqual([...ids].sort());
		expect(PROVIDERS_OR_POLICIES).toEqual([...[...ids].sort(), "auto"]);
		expect(PROVIDERS_HUB_ORGS).toEqual(Object.fromEntries(ALL_PROVIDERS.map(({ id, hubOrg }) => [id, hubOrg])));
		expect(Object.keys(PROVIDERS)).toEqual(ids);
		expect(PROVIDERS.together["text-to-image"]).toMatchObject({ provider: { id: "together" }, task: "text-to-image" });
	});

	it("have fixtures for each task in the registry", () => {
		for (const [path, fixture] of generateFixtures(registry as unknown as Registry)) {
			expect({ path, fixture: fixtures.get(path) }).toEqual({ path, fixture: JSON.parse(JSON.stringify(fixture)) });
		}
	});
});
