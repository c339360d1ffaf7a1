import { readdirSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome, type Home } from "../helpers/session.ts";

function openHome(): Home {
	const home = createHome({ "a.wav": "RIFF", "rows.txt": "hi\n" });
	onTestFinished(() => home.remove());
	return home;
}

/** Lines whose texts name tasks. */
const LINES: readonly string[] = [
	"hub tasks",
	"hub tasks chat",
	"hub tasks conversational",
	"hub providers",
	"hub providers groq",
	"hub providers -m meta-llama/Llama-3.1-8B-Instruct --sandbox",
	"hub snippet meta-llama/Llama-3.1-8B-Instruct --sandbox --list",
	"hub models --sandbox --task chat",
	"hub models meta-llama/Llama-3.1-8B-Instruct --sandbox",
	"hub compare -t chat -m a/b:fal-ai,a/b:groq hi --direct",
	"hub infer -t chat -p fal-ai -m a/b hi",
	"hub infer -t chat -p hf-inference -m a/b hi --sandbox",
	"hub infer -t image-to-image -p groq -m a/b a.wav --sandbox",
	"hub infer -t embed -p together -m google/gemma-2-2b-it hi --sandbox",
	"hub infer -t embed -p ollama -m x -c hi",
	"hub batch rows.txt -t embed --via provider -p groq -m a/b -o x.jsonl --sandbox",
	"hub logs; hub usage; hub config list; hub alias",
	"hub __complete infer -t c; hub __complete config get model.c",
];

describe("the task of a chat is called chat", () => {
	it.each(LINES)("in the texts of %s", async (line) => {
		const home = openHome();
		await home.run("hub infer -t chat --sandbox hi --log");
		for (const columns of [undefined, 100]) {
			const { stdout, stderr } = await home.run(line, columns === undefined ? {} : { columns });
			expect(`${stdout}${stderr}`).not.toBe("");
			expect(`${stdout}${stderr}`).not.toMatch(/(?<!sandbox\/)conversational(?! in tone)/);
		}
	});

	it("in the names of files that nobody chose", async () => {
		const home = openHome();
		await home.run("mkdir out; hub infer -t chat --sandbox hi -o out/; hub infer -t chat --sandbox hi -o '{task}.txt'");
		const names = [...readdirSync(`${home.folder}/out`), ...readdirSync(home.folder)];
		expect(names.filter((name) => /^chat[-.]/.test(name))).toHaveLength(2);
		expect(names.filter((name) => name.includes("conversational"))).toEqual([]);
	});

	it("while data keeps the id", async () => {
		const home = openHome();
		const { stdout } = await home.run("hub tasks chat --json");
		expect(JSON.parse(stdout)).toMatchObject({ id: "conversational" });
		expect(await home.run("hub infer -t conversational --sandbox 'Say fig'")).toMatchObject({ stdout: "fig\n" });
	});
});
