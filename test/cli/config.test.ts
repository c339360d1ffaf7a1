import { spawnSync } from "node:child_process";
import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { INFERENCE_PROVIDERS } from "../../src/inference/index.ts";
import { plantLock } from "../helpers/locks.ts";
import { createHome, type Home } from "../helpers/session.ts";

function openHome(files: Record<string, string> = {}): Home & { file: string; stored(): Record<string, unknown> } {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	const file = join(home.folder, ".config/hub/config.json");
	return { ...home, file, stored: () => JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown> };
}

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe("the configuration", () => {
	it("is readable only by its owner, under any umask, even if it was not before", async () => {
		const home = openHome({ ".config/hub/config.json": "{}" });
		expect(modeOf(home.file)).toBe("644");
		await home.run("umask 0; chmod 755 .config/hub; hub config set timeout 5");
		expect([modeOf(home.file), modeOf(join(home.folder, ".config/hub"))]).toEqual(["600", "700"]);
		await home.run("umask 0; HUB_CONFIG_DIR=a/b hub config set timeout 5");
		expect([modeOf(join(home.folder, "a/b/config.json")), modeOf(join(home.folder, "a/b"))]).toEqual(["600", "700"]);
	});

	it("keeps the mode of a folder that the user created", async () => {
		const home = openHome({ "shared/notes.txt": "" });
		await home.run("chmod 755 shared; HUB_CONFIG_DIR=shared hub config set timeout 5");
		expect(modeOf(join(home.folder, "shared"))).toBe("755");
	});

	it("loses nothing when many commands write at once, and is complete at any moment", async () => {
		const home = openHome();
		const providers = INFERENCE_PROVIDERS.slice(0, 8);
		let isDone = false;
		const watch = async (): Promise<void> => {
			while (!isDone) {
				if (existsSync(home.file)) home.stored();
				await new Promise((resolve) => setTimeout(resolve, 2));
			}
		};
		const watching = watch();
		const commands = [
			...providers.map((provider) => `echo key-of-${provider} | hub login --provider ${provider} --token-stdin`),
			"hub config set timeout 30",
			"hub config set retries 2",
			"echo hf_0123456789 | hub login --no-check --token-stdin",
		];
		const outcomes = await Promise.all(commands.map((command) => home.run(command)));
		isDone = true;
		await watching;
		expect(outcomes.map(({ code }) => code)).toEqual(commands.map(() => 0));
		expect(home.stored()).toEqual({
			timeout: 30,
			retries: 2,
			token: "hf_0123456789",
			keys: Object.fromEntries(providers.map((provider) => [provider, `key-of-${provider}`])),
		});
		expect(readdirSync(join(home.folder, ".config/hub"))).toEqual(["config.json"]);
	});

	it("is not locked forever by a killed command", async () => {
		const home = openHome({ ".config/hub/config.json": "{}" });
		const lock = join(home.folder, ".config/hub/config");
		await plantLock(lock, { pid: String(spawnSync(process.execPath, ["-e", ""]).pid) });
		expect(await home.run("hub config set timeout 5")).toMatchObject({ code: 0 });
		expect(readdirSync(join(home.folder, ".config/hub"))).toEqual(["config.json"]);
	});

	it("waits for a command that is writing", async () => {
		const home = openHome({ ".config/hub/config.json": "{}" });
		await plantLock(join(home.folder, ".config/hub/config"), {});
		const { stdout } = await home.run(
			"hub config set timeout 5 & sleep 1; cat .config/hub/config.json; rm -r .config/hub/config.lock; wait; ls .config/hub",
		);
		expect(stdout).toBe("{}config.json\n");
		expect(home.stored()).toEqual({ timeout: 5 });
	});

	it("may be a symbolic link to another folder", async () => {
		const home = openHome({ "dotfiles/hub.json": '{"retries": 1}' });
		mkdirSync(join(home.folder, ".config/hub"), { recursive: true });
		symlinkSync(join(home.folder, "dotfiles/hub.json"), home.file);
		await home.run("hub config set timeout 5");
		expect(JSON.parse(readFileSync(join(home.folder, "dotfiles/hub.json"), "utf8"))).toEqual({
			retries: 1,
			timeout: 5,
		});
	});

	it("keeps unknown settings", async () => {
		const home = openHome({ ".config/hub/config.json": '{"later": {"a": [1]}, "timeout": 3}' });
		await home.run("hub config unset timeout");
		expect(home.stored()).toEqual({ later: { a: [1] } });
	});

	it("with entries that are wrong or unknown names them with their lines, uses the others, and stops no command", async () => {
		const text =
			'{\n\t"retries": 3,\n\t"timeout": {"a": 1},\n\t"timeuot": 5,\n\t"keys": {"groq": 1},\n\t"mcp.files": ["x"]\n}';
		const home = openHome({ ".config/hub/config.json": text });
		const before = home.stored();
		const { code, stdout, stderr } = await home.run("hub config get retries");
		expect([code, stdout]).toEqual([0, "3\n"]);
		expect(stderr.split("\n").map((line) => /line \d+: .*/.exec(line)?.[0])).toEqual([
			'line 3: timeout must be a number of seconds, got {"a":1}. It is not used.',
			'line 4: there is no setting "timeuot"; did you mean timeout? It is not used.',
			"line 5: keys must be an object in which each key is a string. It is not used.",
			"line 6: mcp.files must be a string. It is not used.",
			undefined,
		]);
		// What is wrong stays for its owner to correct; a value that is set is checked.
		expect(await home.run("hub config set retries 4")).toMatchObject({ code: 0 });
		expect(home.stored()).toEqual({ ...before, retries: 4 });
		expect(await home.run("hub config set timeout 5")).toMatchObject({ code: 0 });
		expect(home.stored()).toEqual({ ...before, retries: 4, timeout: 5 });
	});

	it.each([
		["proxy", '{\n\t"proxy": "ftp://proxy.example"\n}', "line 2: proxy must be a URL"],
		["hub", '{\n\t"timeout": 5,\n\t"hub": "hub.example"\n}', "line 3: hub must be a URL"],
		["router", '{\n\n\t"router": ["https://router.example"]\n}', "line 3: router must be a URL"],
		["provider", '{\n\t"provider": {"name": "groq"}\n}', "line 2: provider must be the id of a provider"],
		["proxy", '{\n\t"proxy": "http://proxy.example:8080"\n\t"timeout": 5\n}', "config.json is not JSON: see line 3."],
	])("with a wrong %s sends nothing elsewhere, and can be corrected", async (name, text, message) => {
		const home = openHome({ ".config/hub/config.json": text });
		for (const line of ['hub infer -t chat -m a/b "Say it"', "hub models", `hub config get ${name}`]) {
			if (line === "hub models" && name !== "hub" && name !== "proxy") continue;
			const { code, stdout, stderr } = await home.run(line);
			expect({ line, code, stdout }).toEqual({ line, code: 2, stdout: "" });
			expect(stderr).toContain(message);
		}
		// What needs no place works, and so does what corrects the file.
		expect(await home.run("hub tasks --json | head -c 1")).toMatchObject({ code: 0, stdout: "[" });
		if (message.includes("not JSON")) return;
		expect(await home.run(`hub config unset ${name}`)).toMatchObject({ code: 0 });
		expect(home.stored()).not.toHaveProperty(name);
	});

	it("that is not JSON names the line, stops no other command, and is not overwritten", async () => {
		const home = openHome({ ".config/hub/config.json": '{\n\t"timeout": 5,\n\t"retries" 3\n}' });
		const { code, stdout, stderr } = await home.run("hub tasks --json | head -c 1; hub config get timeout");
		expect([code, stdout]).toEqual([0, "[120\n"]);
		expect(stderr).toContain("config.json is not JSON: see line 3.");
		const text = readFileSync(home.file, "utf8");
		expect(await home.run("hub config set timeout 7")).toMatchObject({ code: 2 });
		expect(readFileSync(home.file, "utf8")).toBe(text);
	});

	it("keeps the old file where the disk is full, and says so", async ({ skip }) => {
		const home = openHome({ "disk/.keep": "" });
		const disk = join(home.folder, "disk");
		if (spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", disk]).status !== 0)
			return skip("mounting a small file system is not permitted");
		onTestFinished(() => void spawnSync("umount", [disk]));
		const file = join(disk, "config.json");
		// Two blocks of the disk, of which one is free while the other is written.
		writeFileSync(file, JSON.stringify({ "alias.long": "infer -t chat ".repeat(400), later: "x" }));
		const before = readFileSync(file, "utf8");
		for (let blocks = 0; existsSync(join(disk, `fill${blocks - 1}`)) || blocks === 0; blocks++) {
			try {
				writeFileSync(join(disk, `fill${blocks}`), Buffer.alloc(4096));
			} catch {
				break;
			}
		}
		rmSync(join(disk, "fill0"));
		const { code, stderr } = await home.run("hub config set timeout 5", { env: { HUB_CONFIG_DIR: disk } });
		expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining("the disk is full") as string });
		expect(readFileSync(file, "utf8")).toBe(before);
		expect(readdirSync(disk).filter((name) => /part|lock|tmp/.test(name))).toEqual([]);
	});

	it("rejects an unknown provider of a default model", async () => {
		const home = openHome();
		for (const value of ["a/b", "a/b:groq", "a/b:sandbox", "a/b:cheapest"]) {
			expect(await home.run(`hub config set model.chat ${value}`)).toMatchObject({ code: 0 });
			expect(home.stored()).toMatchObject({ "model.conversational": value });
		}
		const { code, stderr } = await home.run("hub config set model.chat a/b:grok");
		expect(code).toBe(2);
		expect(stderr).toContain('Unknown provider "grok".\nHint: Did you mean groq?');
	});

	it("names a file that cannot be read or written", async () => {
		const home = openHome({ file: "" });
		writeFileSync(join(home.folder, "file"), "");
		const { stderr, code } = await home.run("HUB_CONFIG_DIR=file/below hub config set timeout 5");
		expect(stderr).toContain("file/below");
		expect([code, stderr.includes("Unexpected")]).toEqual([2, false]);
	});
});

describe("a configuration with a byte order mark", () => {
	it("is read", async () => {
		const home = openHome({ ".config/hub/config.json": '\ufeff{"timeout": 7}\r\n' });
		expect(await home.run("hub config get timeout")).toEqual({ code: 0, stdout: "7\n", stderr: "" });
	});
});
