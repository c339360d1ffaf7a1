import { expect, it } from "vitest";
import { keysOf } from "../../src/base/json.ts";
import { taskName } from "../../src/catalogue/aliases.ts";
import { FUNCTION_NAMES, functionName } from "../../src/inference/function-names.ts";
import { PROVIDERS } from "../../src/inference/index.ts";
import * as tasks from "../../src/inference/tasks.ts";

const functions: Readonly<Record<string, unknown>> = tasks;

it.each(keysOf(FUNCTION_NAMES))("the function of %s asks for that task", async (task) => {
	// A provider that does not serve it says which task it was asked for.
	const provider = task === "text-to-image" ? "cerebras" : "black-forest-labs";
	const call = functions[FUNCTION_NAMES[task]] as (args: object) => Promise<unknown>;
	const parameters = { candidate_labels: ["a"] };
	const args = { provider, model: "a/b", accessToken: "hf_x", inputs: "a", messages: [], parameters };
	await expect(call(args)).rejects.toThrow(new RegExp(`\\b(?:${task}|${taskName(task)})\\b`));
});

it("each task of a provider has its function", () => {
	const tasks = new Set(Object.values(PROVIDERS).flatMap((helpers) => Object.keys(helpers)));
	expect([...tasks].filter((task) => functionName(task) === undefined)).toEqual([]);
	expect(functionName("robotics")).toBeUndefined();
});
