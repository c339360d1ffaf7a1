import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { startServer } from "../helpers/server.ts";
import { fill, generateFolder, KEY_FILES } from "./folders.ts";
import { createWorld, KEY, PNG, random, SECRET, sentTo, type World } from "./world.ts";

let world: World;
beforeEach(async () => {
	world = await createWorld();
	execFileSync("git", ["init", "-q", join(world.home.folder, "p")]);
});
afterEach(() => world.close());

/** What `hub infer -f` would send, and what it says. */
async function attach(words: string, env: Record<string, string> = {}): Promise<{ sent: string; stderr: string }> {
	const { stdout, stderr } = await world.home.run(`hub infer -t chat --sandbox --curl ${words} "Explain"`, { env });
	return { sent: stdout, stderr };
}

const write = (files: Parameters<typeof fill>[1]): void => fill(world.home.folder, files);

describe("-f, --file", () => {
	it("leaves out links that lead out of the folder, and says how many", async () => {
		write({
			"p/a.txt": "inside",
			"p/b.txt": `→${world.secret}`,
			"p/c": "→../private",
			"p/d.txt": "→a.txt",
			"p/gone": "→x",
		});
		for (const word of ["p", '"p/*"', '"p/**/*.txt"', "p/"]) {
			const { sent, stderr } = await attach(`-f ${word}`);
			expect(sent).toContain("inside");
			expect(sent).not.toContain(SECRET);
			expect(stderr).toMatch(/Left out [12] links? that leads? out of the folder(?:; p\/gone, which is not a file)?\./);
		}
	});

	it("follows a link that is named, and a folder behind a link", async () => {
		write({ "p/a.txt": "inside", "to-file": "→p/a.txt", "to-folder": "→p" });
		for (const word of ["to-file", "to-folder"]) expect((await attach(`-f ${word}`)).sent).toContain("inside");
	});

	it.each(KEY_FILES)("leaves %s out unless it is named", async (name) => {
		write({ "p/a.txt": "inside", [`p/${name}`]: `${SECRET}\n`, "p/link.txt": `→${name}`, "p/q/b.txt": `→../${name}` });
		for (const word of ["p", '"p/*"', '"p/**"', '"p/{.*,*}"']) {
			const { sent, stderr } = await attach(`-f ${word}`);
			expect(sent).not.toContain(SECRET);
			expect(sent).toContain("inside");
			if (!name.startsWith(".")) expect(stderr).toContain("which may hold keys (name a file to use it)");
		}
		expect((await attach(`-f p/${name}`)).sent).toContain(SECRET);
	});

	it("leaves the files with the Hugging Face tokens out, whatever their names", async () => {
		write({ "p/a.txt": "inside", "p/mine": KEY, "home/huggingface/token": KEY, "home/huggingface/b.txt": "inside" });
		const env = {
			HF_TOKEN_PATH: join(world.home.folder, "p/mine"),
			HF_HOME: join(world.home.folder, "home/huggingface"),
		};
		expect((await attach("-f p", env)).stderr).toContain("Left out p/mine, which may hold keys");
		expect((await attach("-f home", { HF_HOME: env.HF_HOME })).stderr).toContain("Left out home/huggingface/token");
	});

	const RULES: [where: string, files: Record<string, string>, env: Record<string, string>][] = [
		[".gitignore", { "p/.gitignore": "*.log\nbuild/\n" }, {}],
		[".gitignore of a folder inside", { "p/q/.gitignore": "*.log\nbuild\n" }, {}],
		[".git/info/exclude", { "p/.git/info/exclude": "*.log\nbuild/\n" }, {}],
		["the user's default list", { ".config/git/ignore": "*.log\nbuild/\n" }, {}],
		[
			"core.excludesFile",
			{ ".gitconfig": "[user]\n\tname = x\n[core]\n\texcludesFile = ~/mine\n", mine: "*.log\nbuild/\n" },
			{},
		],
		[
			"GIT_CONFIG_GLOBAL",
			{ elsewhere: '[core]\nexcludesfile = "mine"\n', mine: "*.log\nbuild/\n" },
			{ GIT_CONFIG_GLOBAL: "elsewhere" },
		],
	];
	it.each(RULES)("leaves out what %s ignores", async (_, rules, env) => {
		write({ "p/q/a.txt": "inside", "p/q/b.log": SECRET, "p/q/build/c.txt": SECRET, ...rules });
		const names = Object.entries(env).map(([name, file]) => [name, join(world.home.folder, file)]);
		for (const word of ["p", '"p/**/*"', "p/q"]) {
			const { sent } = await attach(`-f ${word}`, Object.fromEntries(names));
			expect(sent).toContain("inside");
			expect(sent).not.toContain(SECRET);
		}
	});

	it("reads the rules of the repository in a worktree", async () => {
		const git = (...words: string[]) =>
			execFileSync("git", ["-C", join(world.home.folder, "p"), "-c", "user.name=x", "-c", "user.email=x@x", ...words]);
		git("commit", "-q", "--allow-empty", "-m", "x");
		git("worktree", "add", "-q", "../tree");
		write({ "p/.git/info/exclude": "*.log\n", "tree/a.txt": "inside", "tree/b.log": SECRET });
		const { sent } = await attach("-f tree");
		expect(sent).toContain("inside");
		expect(sent).not.toContain(SECRET);
	});

	it("reads a folder that is ignored itself, since it was named", async () => {
		write({
			"p/.gitignore": "/data/\n",
			"p/data/a.txt": "inside",
			"p/data/.gitignore": "*.log\n",
			"p/data/b.log": SECRET,
		});
		const { sent } = await attach("-f p/data");
		expect(sent).toContain("inside");
		expect(sent).not.toContain(SECRET);
		expect((await attach("-f p")).sent).not.toContain("inside");
	});

	it("leaves out what belongs to Git, unless it is named", async () => {
		write({ "p/.github/a.yml": "inside", "p/.git/config": `[remote "o"]\n\turl = https://x:${SECRET}@h/x\n` });
		for (const word of ['"p/.*/*"', '"p/{.git,.github}/*"']) {
			const { sent } = await attach(`-f ${word}`);
			expect(sent).toContain("inside");
			expect(sent).not.toContain(SECRET);
		}
		for (const word of ['"p/.git/*"', "p/.git/config"]) expect((await attach(`-f ${word}`)).sent).toContain(SECRET);
	});

	it("is not held up by lists of rules that are devices, FIFOs, links or endless", async () => {
		write({
			"p/a.txt": "inside",
			"p/.gitignore": "→/dev/zero",
			"p/q/b.txt": "inside",
			"p/r/.gitignore": "#".repeat(2 ** 21),
		});
		execFileSync("mkfifo", [join(world.home.folder, "p/q/.gitignore")]);
		execFileSync("mkfifo", [join(world.home.folder, "p/q/fifo.txt")]);
		expect((await attach("-f p")).sent).toContain("inside");
	});

	it("says what it attached: files and size", async () => {
		write({ "p/a.txt": "12345", "p/image.png": PNG });
		expect((await attach("-f p/a.txt")).stderr).toContain("Attached 1 file (5 bytes): p/a.txt.");
		expect((await attach("-f p")).stderr).toContain(
			`Attached 2 files (${5 + PNG.length} bytes): p/a.txt, p/image.png.`,
		);
		for (let index = 0; index < 6; index++) write({ [`p/b${index}.txt`]: "x" });
		expect((await attach("-f 'p/*.txt'")).stderr).toContain(
			"Attached 7 files (11 bytes): p/a.txt, p/b0.txt, p/b1.txt, p/b2.txt, p/b3.txt and 2 more.",
		);
		expect((await attach("-f p/a.txt --quiet")).stderr).toBe("");
	});

	it("explains a folder in which nothing is left", async () => {
		write({ "p/id_rsa": SECRET });
		expect((await attach("-f p")).stderr).toContain(
			"The folder p contains no files to attach.\nHint: Left out p/id_rsa, which may hold keys",
		);
	});
});

describe("hub batch FOLDER", () => {
	it("sends neither links out of the folder, nor key files, nor ignored files", async () => {
		write({
			"p/a.png": PNG,
			"p/b.png": "→../private/secret.png",
			"p/c": "→../private",
			"p/id_photo.png": SECRET,
			"p/d.png": "→id_photo.png",
			"p/e.log": SECRET,
			"p/.gitignore": "*.log\n",
		});
		const { code, stderr } = await world.batch("p -o out.jsonl");
		expect(code, stderr).toBe(0);
		expect(world.service.requests).toHaveLength(1);
		expect(stderr).toContain("Left out 2 links that lead out of the folder; p/d.png and 1 more, which may hold keys");
		expect(sentTo(world.service)).not.toContain(SECRET);
	});
});

it("reads no link that takes the place of a file or a folder while hub batch runs", async () => {
	write({ "p/a.png": PNG, "p/b.png": PNG, "p/q/c.png": PNG, "p/z.png": PNG });
	const at = (name: string): string => join(world.home.folder, name);
	for (const name of ["b.png", "c.png"])
		writeFileSync(at(`private/${name}`), Buffer.concat([PNG, Buffer.from(SECRET)]));
	const service = await startServer(() => {
		if (service.requests.length === 1) {
			rmSync(at("p/b.png"));
			symlinkSync(at("private/b.png"), at("p/b.png"));
			renameSync(at("p/q"), at("p/old"));
			symlinkSync(at("private"), at("p/q"));
		}
		return { body: [{ label: "cat", score: 0.9 }] };
	});
	onTestFinished(() => service.close());
	const line = `hub batch p -o out.jsonl -t image-classification --endpoint ${service.url} --concurrency 1 --progress none`;
	const { code, stderr } = await world.home.run(line);
	expect(code, stderr).toBe(1);
	expect(sentTo(service)).not.toContain(SECRET);
	const lines = readFileSync(at("out.jsonl"), "utf8").trimEnd().split("\n");
	const kinds = lines.map((text) => (JSON.parse(text) as { error?: { kind: string } }).error?.kind ?? "done");
	expect(kinds.sort()).toEqual(["done", "done", "input", "input"]);
});

it("sends and writes nothing that generated folders want", async () => {
	for (let seed = 1; seed <= 15; seed++) {
		const folder = join(world.home.folder, `g${seed}`);
		mkdirSync(folder);
		fill(folder, generateFolder(random(seed), world.secret));
		const { sent, stderr } = await attach(`-f g${seed} -f 'g${seed}/**/*'`);
		const batch = await world.batch(`g${seed} -o out${seed}.jsonl`);
		const written = readFileSync(join(world.home.folder, `out${seed}.jsonl`), "utf8");
		const everything = [sent, stderr, batch.stdout, batch.stderr, written].join("\n");
		// The service gets the key: it is on this machine.
		expect(everything.includes(KEY), `seed ${seed}`).toBe(false);
		expect(`${everything}${sentTo(world.service)}`.includes(SECRET), `seed ${seed}`).toBe(false);
		expect(sent).toContain("plain");
	}
	expect(readdirSync(world.home.folder)).toContain("out15.jsonl");
	writeFileSync(join(world.home.folder, "done"), "");
});
