import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeSystemError } from "../../src/cli/errors/system.ts";
import { createHome } from "../helpers/session.ts";

const failure = (path: string): Error => Object.assign(new Error("EACCES"), { code: "EACCES", syscall: "open", path });

describe("a file that cannot be written", () => {
	it.each([
		["/photos/.hub-12-4i74j3l1zha.part", "Cannot write to /photos: access is denied."],
		["/home/ada/.hub-12-4i74j3l1zha.part", "Cannot write to .: access is denied."],
		["/.hub-12-4i74j3l1zha.part", "Cannot write to /: access is denied."],
		["/home/ada/x.part", "Cannot use x.part: access is denied."],
	])("is reported without the name of its draft: %s", (path, message) => {
		expect(describeSystemError(failure(path), "/home/ada")?.message).toBe(message);
	});
});

describe("a log or a conversation that cannot be written", () => {
	it("is reported in words, and the call counts", async () => {
		const home = createHome({ data: "a file" });
		onTestFinished(() => home.remove());
		const env = { HUB_DATA_DIR: join(home.folder, "data") };
		const { code, stdout, stderr } = await home.run("hub infer -p sandbox --log '2 * 3'", { env });
		expect({ code, stdout }).toEqual({ code: 0, stdout: "2 * 3 = 6\n" });
		const reason = "Cannot use [^\\n]+: [a-z ]+\\.\\n";
		expect(stderr).toMatch(
			new RegExp(`^The call was not logged\\. ${reason}The conversation was not saved\\. ${reason}$`),
		);
	});
});

describe("the excerpt of a schema", () => {
	it("shows the place in a long line, not the line", async () => {
		const home = createHome({ "schema.txt": `${"name, ".repeat(10_000)}age itn, ${"city, ".repeat(10_000)}` });
		onTestFinished(() => home.remove());
		const { code, stderr } = await home.run("hub infer -p sandbox --schema @schema.txt hi");
		expect(code).toBe(2);
		expect(stderr.length).toBeLessThan(500);
	});
});
