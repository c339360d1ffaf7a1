import { describe, expect, it, onTestFinished } from "vitest";
import { loadTaskDetails } from "../../src/cli/commands/tasks/page.ts";
import { TASK_LIST } from "../../src/cli/lists/tasks.ts";
import { createHome } from "../helpers/session.ts";

const pages = await Promise.all(TASK_LIST.map(loadTaskDetails));
/** The others search Hugging Face, which needs the network. */
const commands = pages.flatMap(({ command }) => (command?.startsWith("hub infer") ? [command] : []));

describe("Try it", () => {
	it.each(commands)("works when pasted: %s", async (command) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		expect(command).toMatch(/ -p sandbox$/);
		const { code, stderr } = await home.run(command);
		expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" });
	});
});
