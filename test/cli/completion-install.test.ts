import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isInstalled } from "../helpers/programs.ts";
import { createHome } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const STARTUP = { bash: ".bashrc", zsh: ".zshrc", powershell: ".config/powershell/profile.ps1" };

const STARTUP_WITH_PROMPT: Readonly<Record<string, Record<string, string>>> = {
	bash: { ".bashrc": "PS1='READY '\n" },
	zsh: { ".zshrc": "PROMPT='READY '\nunsetopt promptsp zle_bracketed_paste\n" },
};

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

	it.each(["bash", "zsh", "fish"].filter(isInstalled))(
		"takes %s where that has started it, whatever people log in with",
		async (shell) => {
			const home = createHome();
			onTestFinished(() => home.remove());
			// A command after it: the shell would end, and let the program take its place.
			const { stdout } = await home.run(`${shell} -c 'hub completion; true'`, {
				env: { SHELL: "/bin/other" },
				real: true,
			});
			expect(stdout).toContain(`${shell} completion of hub`);
		},
	);

	it.each(["bash", "zsh", "fish"].filter(isInstalled))(
		"is there in a new %s, and gone when it is taken back",
		{ timeout: 60_000 },
		async (shell) => {
			const startup = STARTUP_WITH_PROMPT[shell] ?? {};
			const home = createHome(startup);
			onTestFinished(() => home.remove());
			const complete = async (): Promise<string> => {
				if (shell === "fish") return (await home.run("fish -c 'complete -C \"hub whoa\"'", { real: true })).stdout;
				const terminal = openTerminal(shell, ["-i"], home, {
					env: { TERM: "dumb", INPUTRC: "/dev/null" },
					columns: 200,
				});
				await terminal.waitFor("READY ");
				terminal.type("hub whoa\t");
				terminal.type("x\x15echo DO''NE\r");
				const text = await terminal.waitFor(/DONE/);
				terminal.type("exit\r");
				await terminal.end();
				return text;
			};
			await home.run(`hub completion ${shell} --install`);
			expect(await complete()).toContain("whoami");
			await home.run(`hub completion ${shell} --uninstall`);
			expect(await complete()).not.toContain("whoami");
			for (const [name, text] of Object.entries(startup))
				expect(readFileSync(join(home.folder, name), "utf8")).toBe(text);
		},
	);

	it("takes the shell that people log in with, and says how to install it", async () => {
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
