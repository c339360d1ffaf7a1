import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "../helpers/session.ts";

const STARTUP = { bash: ".bashrc", zsh: ".zshrc", powershell: ".config/powershell/profile.ps1" };

describe("hub completion --install", () => {
	it.each(Object.entries(STARTUP))("adds itself to the file of %s once, and can be undone", async (shell, file) => {
		const home = createHome(shell === "powershell" ? {} : { [file]: "# mine, without a line end" });
		onTestFinished(() => home.remove());
		const path = join(home.folder, file);
		const before = existsSync(path) ? readFileSync(path, "utf8") : "";
		expect(await home.run(`hub completion ${shell} --install`)).toMatchObject({ code: 0, stderr: "" });
		const once = readFileSync(path, "utf8");
		expect(once).toContain("hub completion");
		await home.run(`hub completion ${shell} --install`);
		expect(readFileSync(path, "utf8")).toBe(once);
		writeFileSync(path, `${once}# later\n`);
		expect(await home.run(`hub completion ${shell} --uninstall`)).toMatchObject({ code: 0 });
		expect(readFileSync(path, "utf8")).toBe(`${before}${before === "" ? "" : "\n"}# later\n`);
		expect(await home.run(`hub completion ${shell} --uninstall`)).toMatchObject({ stdout: "Nothing was installed.\n" });
	});

	it("takes the shell it runs in, and says how to install it", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const { stdout, stderr } = await home.run("hub completion", { env: { SHELL: "/usr/bin/fish" } });
		expect(stdout).toContain("# fish completion of hub");
		expect(stderr).toContain("hub completion fish --install");
		await home.run("hub completion --install", { env: { SHELL: "/usr/bin/fish" } });
		expect(existsSync(join(home.folder, ".config/fish/completions/hub.fish"))).toBe(true);
		const unknown = await home.run("hub completion", { env: { SHELL: "/bin/csh" } });
		expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining("bash|zsh|fish|powershell")]);
	});
});
