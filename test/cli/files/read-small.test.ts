import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { NotReadable, readSmallFile } from "../../../src/cli/files/read-small.ts";
import { createHome, type Home } from "../../helpers/session.ts";

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	return home;
}

describe("a small file", () => {
	it("is read as it is", () => {
		const home = openHome({ a: "ä\n" });
		expect(readSmallFile(join(home.folder, "a"))).toBe("ä\n");
	});

	it("is refused where it is none", () => {
		const home = openHome({ "folder/a": "", large: "" });
		truncateSync(join(home.folder, "large"), 2 ** 33);
		execFileSync("mkfifo", [join(home.folder, "fifo")]);
		for (const name of ["folder", "large", "fifo"])
			expect(() => readSmallFile(join(home.folder, name))).toThrow(NotReadable);
		expect(() => readSmallFile(join(home.folder, "none"))).toThrow("ENOENT");
	});
});

/** What hub reads by itself: where it stands, and commands that read it. */
const OWN_FILES: readonly (readonly [path: string, line: string])[] = [
	[".config/hub/config.json", "hub tasks chat"],
	[".cache/huggingface/token", "hub config list"],
	[".cache/huggingface/stored_tokens", "hub whoami --retries 0"],
	[".config/hub/mcp-logins.json", "hub infer -t chat --sandbox --mcp http://127.0.0.1:9/mcp hi"],
	[".cache/hub/models.txt", "hub __complete -- infer -m a"],
	[".npmrc", "hub config path"],
];

describe.each(OWN_FILES)("%s", (path, line) => {
	it.each(["a FIFO that nobody writes to", "8 GiB"])("holds no command up where it is %s", async (what) => {
		const home = openHome({
			".cache/huggingface/token": "hf_0123456789abcdef",
			".config/hub/config.json": '{ "update.check": "on" }',
		});
		const place = join(home.folder, path);
		mkdirSync(dirname(place), { recursive: true });
		execFileSync("rm", ["-f", place]);
		if (what === "8 GiB") {
			writeFileSync(place, "");
			truncateSync(place, 2 ** 33);
		} else execFileSync("mkfifo", [place]);
		const env = { HF_ENDPOINT: "http://127.0.0.1:9", npm_config_registry: "http://127.0.0.1:9" };
		const { stderr } = await home.run(line, { env, columns: 80 });
		expect(stderr).not.toMatch(/bug in hub|Unexpected failure/);
	});
});

describe("sign-ins at tool servers", () => {
	it("lose no entry that this version cannot read", async () => {
		const mine = {
			server: "http://127.0.0.1:9/mcp",
			issuer: "http://127.0.0.1:9",
			client_id: "c",
			access_token: "at-0123456789",
		};
		const later = { server: "https://a.example/mcp", kind: "of a later version" };
		const path = ".config/hub/mcp-logins.json";
		const home = openHome({ [path]: JSON.stringify({ logins: [later, mine] }) });
		expect(await home.run("hub mcp logout http://127.0.0.1:9/mcp")).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("Removed") as string,
		});
		expect(JSON.parse(readFileSync(join(home.folder, path), "utf8"))).toEqual({ logins: [later] });
	});
});
