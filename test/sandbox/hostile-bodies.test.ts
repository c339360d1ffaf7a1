import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { isRecord, parseJson } from "../../src/base/json.ts";
import { listMutants, UNPRINTABLE } from "../hostile/mutants.ts";
import { createAsker } from "./ask.ts";

const FOLDER = "test/fixtures/sandbox";

/** The recorded requests with a body of JSON: one for each path and set of members. */
function listRequests(): [string, Record<string, unknown>][] {
	const requests = new Map<string, [string, Record<string, unknown>]>();
	for (const name of readdirSync(FOLDER)) {
		const lines = readFileSync(`${FOLDER}/${name}`, "utf8").split("\n");
		for (const [index, line] of lines.entries()) {
			const [, path = "", rest = ""] = /^POST (\S+) ?(.*)$/.exec(line) ?? [];
			const body = [rest, lines[index + 1] ?? ""].map((text) => parseJson(text.trim())).find(isRecord);
			if (path !== "" && body) requests.set(`${path} ${Object.keys(body)}`, [path, body]);
		}
	}
	return [...requests.values()];
}

const requests = listRequests();

it("knows requests of many services", () => {
	expect(new Set(requests.map(([path]) => path)).size).toBeGreaterThan(30);
});

it.each(requests)("answers %s without a fault of its own, whatever a member is", async (path, body) => {
	const { post } = createAsker();
	for (const mutant of listMutants(body, UNPRINTABLE)) {
		const response = await post(path, mutant);
		const text = await response.text();
		expect(text, JSON.stringify(mutant)).not.toMatch(/fault in the sandbox|\[object Object\]/);
	}
});
