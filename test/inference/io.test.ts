import { expect, it } from "vitest";
import { taskName } from "../../src/catalogue/aliases.ts";
import { functionName } from "../../src/inference/function-names.ts";
import { PROVIDERS } from "../../src/inference/index.ts";
import * as tasks from "../../src/inference/tasks.ts";

const functions: Readonly<Record<string, unknown>> = tasks;
const served = new Set(Object.values(PROVIDERS).flatMap((helpers) => Object.keys(helpers)));

it.each([...served])("the function of %s asks for that task", async (task) => {
	// A provider that does not serve it says which task it was asked for.
	const provider = task === "text-to-image" ? "cerebras" : "black-forest-labs";
	const call = functions[functionName(task)] as (args: object) => Promise<unknown>;
	const parameters = { candidate_labels: ["a"] };
	const args = { provider, model: "a/b", accessToken: "hf_x", inputs: "a", messages: [], parameters };
	await expect(call(args)).rejects.toThrow(new RegExp(`\\b(?:${task}|${taskName(task)})\\b`));
});
