import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { boundChecks } from "../../../src/cli/input/bounded-checks.ts";
import { planObject } from "../../../src/inference/object/plan.ts";
import { startServer } from "../../helpers/server.ts";
import { createHome } from "../../helpers/session.ts";

/** A schema whose expression takes centuries on the answer. */
const SCHEMA = { type: "object", properties: { a: { type: "string", pattern: "^(a+)+$" } }, required: ["a"] } as const;
const ENDLESS = JSON.stringify({ a: `${"a".repeat(60)}!` });
const SAID = "the patterns of the schema take longer than 2 seconds on it.";

function answering(content: string) {
	return { body: { choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }] } };
}

describe("a schema whose expressions take centuries", () => {
	it("is checked as any other where they do not", async () => {
		const plan = boundChecks(planObject(SCHEMA), SCHEMA);
		expect(await plan.read('{"a": "aaa"}')).toEqual({ value: { a: "aaa" } });
		expect(plan.readNow('{"a": "b"}')).toEqual({ problems: "/a: must match ^(a+)+$." });
		expect(plan.readNow(ENDLESS)).toEqual({ problems: SAID });
		const plain = planObject({ type: "object" });
		expect(boundChecks(plain, { type: "object" })).toBe(plain);
	});

	it.each([
		["hub infer -t chat -m m --endpoint URL/v1 hi --schema schema.json", ENDLESS, 5],
		["hub infer -t chat -m m --endpoint URL/v1 hi --schema-multi schema.json", `[${ENDLESS}]`, 5],
		["hub infer -t chat -m m --endpoint URL/v1 hi --params params.json --json", ENDLESS, 5],
		["hub batch rows.txt -t chat -m m --endpoint URL/v1 --schema schema.json -o out.jsonl --progress none", ENDLESS, 1],
	])("ends the check, not the command: %s", async (line, content, code) => {
		const home = createHome({
			"schema.json": JSON.stringify(SCHEMA),
			"params.json": JSON.stringify({
				response_format: { type: "json_schema", json_schema: { name: "x", schema: SCHEMA } },
			}),
			"rows.txt": "one\n",
		});
		onTestFinished(() => home.remove());
		const server = await startServer(() => answering(content));
		onTestFinished(() => server.close());
		const outcome = await home.run(line.replace("URL", server.url));
		const file = line.includes("out.jsonl") ? readFileSync(join(home.folder, "out.jsonl"), "utf8") : "";
		expect(outcome.stderr + file).toContain(SAID);
		expect(outcome.code).toBe(code);
	});
});
