import { expect, it } from "vitest";
import { walkCommand } from "../../scripts/count-walk.ts";

/** Files of the command on the way of a plain, unattended chat, and functions in them; see docs/decisions/099-count-the-walk.md. */
const MAX = { files: 21, functions: 58 };

it("a plain chat runs no more files and functions of the command", async () => {
	const line = "infer -t chat -p together --sandbox hello";
	const { files, functions, text } = await walkCommand(line.split(" "), { ...process.env, CI: "true" });
	expect(files).toBeGreaterThan(0);
	expect(files, text).toBeLessThanOrEqual(MAX.files);
	expect(functions, text).toBeLessThanOrEqual(MAX.functions);
});
