import { utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { type RecordedRequest, type ScriptedAnswer, serve } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

const sent = async (
	home: Home,
	line: string,
	env: Record<string, string> = {},
): Promise<{ asked: string[]; said: string }> => {
	const { stdout, stderr } = await home.run(`${line} --dry-run --json`, { env });
	const { body } = JSON.parse(stdout) as { body: { messages: { content: string }[] } };
	return { asked: body.messages.map(({ content }) => content), said: stderr };
};

describe("a conversation is continued after an answer", () => {
	it.each([
		['hub --sandbox "Say plum"', "a pipe"],
		['hub --sandbox "Say plum" > answer.txt', "a file"],
		['hub infer -t chat --sandbox "Say plum" | cat', "hub infer in a pipe"],
		['echo "Say plum" | hub infer -t chat --sandbox', "a pipe on both sides"],
		['hub --sandbox --no-stream "Say plum"', "an answer at once"],
	])("%s (%s)", async (line) => {
		const home = openHome();
		// An older one, which must not go on in its place.
		await home.run('hub --sandbox "Say apple"', { columns: 80 });
		await home.run(line);
		for (const form of ["hub -c", "hub infer -c", "hub -c last"]) {
			const { asked, said } = await sent(home, `${form} "Say pear"`);
			expect(asked).toEqual(["Say plum", "plum", "Say pear"]);
			expect(said).toBe('Continuing "Say plum" (just now).\n');
		}
	});

	it("is continued in the same conversation by a pipe too", async () => {
		const home = openHome();
		await home.run('hub --sandbox "Say plum"');
		await home.run('hub -c "Say pear" | cat');
		expect((await sent(home, 'hub -c "Say fig"')).asked).toEqual(["Say plum", "plum", "Say pear", "pear", "Say fig"]);
		const list = JSON.parse((await home.run("hub chat --list --json")).stdout) as object[];
		expect(list).toMatchObject([{ title: "Say plum", messages: 4 }]);
	});

	it.each<[string, Record<string, string>]>([
		["--json", {}],
		["--no-input", {}],
		["", { CI: "1" }],
		["", { CLAUDECODE: "1" }],
		["", { HUB_DATA_DIR: join(tmpdir(), "hub-elsewhere") }],
	])("is not kept by programs: %s %j", async (flag, env) => {
		const home = openHome();
		await home.run('hub --sandbox "Say apple"');
		await home.run(`hub --sandbox "Say plum" ${flag}`, { env });
		const { asked, said } = await sent(home, 'hub -c "Say pear"');
		expect(asked).toEqual(["Say apple", "apple", "Say pear"]);
		expect(said).toBe('Continuing "Say apple" (just now).\n');
	});
});

describe("-c", () => {
	it("says how old the conversation is, its title on one line, and nothing with --quiet", async () => {
		const home = openHome();
		await home.run(`hub --sandbox "Say plum\n${"and more ".repeat(20)}"`);
		const [{ id = "" } = {}] = JSON.parse((await home.run("hub chat --list --json")).stdout) as { id?: string }[];
		const then = Date.now() / 1000 - 3 * 3600 - 5;
		utimesSync(join(home.folder, ".local/share/hub/chats", `${id}.jsonl`), then, then);
		const { said } = await sent(home, 'hub -c "Say pear"');
		expect(said).toMatch(/^Continuing "Say plum and more [^\n]{20,60}…" \(3 h ago\)\.\n$/);
		expect((await sent(home, 'hub -c "Say pear" --quiet')).said).toBe("");
	});

	it.each([
		['-c nosuch "And then?"', "nosuch"],
		['-c "And then?" -c once-2026-01-01-0000-abcd "Go on"', "once-2026-01-01-0000-abcd"],
		["-c 2026-01-01-0000-zzzz", "2026-01-01-0000-zzzz"],
		["-c chat42 go on", "chat42"],
		["--continue fruits", "fruits"],
	])("with an id that does not exist is an error: %s", async (words, id) => {
		const home = openHome();
		await home.run('hub --sandbox "Say plum"');
		await home.run(`cd .local/share/hub/chats && mv once-*.jsonl fruit.jsonl`);
		for (const command of ["hub", "hub infer"]) {
			const { code, stdout, stderr } = await home.run(`${command} ${words}`);
			expect([code, stdout]).toEqual([2, ""]);
			expect(stderr).toContain(`Unknown chat "${id}".`);
		}
		const { stderr } = await home.run("hub -c fruits");
		expect(stderr).toContain("Did you mean fruit?");
	});

	it.each([
		["-c shorter", ["shorter"]],
		["-c make it shorter", ["make it shorter"]],
		["-c 42", ["42"]],
		['-c "make it 2x shorter"', ["make it 2x shorter"]],
		["-c --max-tokens 100 shorter", ["shorter"]],
	])("takes other words as the prompt: %s", async (words, prompt) => {
		const home = openHome();
		await home.run('hub --sandbox "Say plum"');
		expect((await sent(home, `hub ${words}`)).asked).toEqual(["Say plum", "plum", ...prompt]);
	});

	it("without any conversation is an error", async () => {
		const { code, stderr } = await openHome().run('hub -c "And then?"');
		expect([code, stderr]).toEqual([2, expect.stringContaining("No saved chats yet.")]);
	});

	it("means the same in hub chat", async () => {
		const home = openHome();
		await home.run('hub --sandbox "Say plum"');
		const run = async (line: string) => (await home.run(line)).stderr;
		expect(await run("hub chat -c nosuch 'And then?'")).toContain('Unknown chat "nosuch".');
		expect(await run("hub chat -c --resume last")).toContain("--continue and --resume cannot be combined.");
		expect(await run("hub chat -c 'And then?'")).toContain("hub chat needs a terminal");
	});
});

describe("the model's reasoning", () => {
	const answer = (field: string, text: string): ScriptedAnswer => ({
		headers: { "content-type": "text/event-stream" },
		body: [{ [field]: "Hm" }, { [field]: "." }, { content: text }]
			.map((delta) => `data: ${JSON.stringify({ choices: [{ index: 0, delta }] })}\n\n`)
			.concat("data: [DONE]\n\n")
			.join(""),
	});
	const answersIn = ({ body }: RecordedRequest): unknown =>
		(JSON.parse(body) as { messages: { role: string }[] }).messages.filter(({ role }) => role === "assistant");

	it.each(["reasoning", "reasoning_content"])("goes back where it came from, as %s", async (field) => {
		const home = openHome();
		const server = await serve(answer(field, "plum"), answer(field, "pear"), answer(field, "fig"));
		onTestFinished(() => server.close());
		await home.run(`hub infer -t chat --endpoint ${server.url}/v1 -m m "Say plum"`);
		await home.run('hub -c "Say pear"');
		await home.run('hub infer -c "Say fig"');
		expect(server.requests.map(answersIn)).toEqual([
			[],
			[{ role: "assistant", content: "plum", [field]: "Hm." }],
			[
				{ role: "assistant", content: "plum", [field]: "Hm." },
				{ role: "assistant", content: "pear", [field]: "Hm." },
			],
		]);
	});

	it("is left out where the endpoint refuses it, which is said", async () => {
		const home = openHome();
		const refusal = { status: 400, body: { error: { message: "unknown field reasoning" } } };
		const server = await serve(answer("reasoning", "plum"), refusal, answer("reasoning", "pear"));
		onTestFinished(() => server.close());
		await home.run(`hub infer -t chat --endpoint ${server.url}/v1 -m m "Say plum"`);
		const { stdout, stderr, code } = await home.run('hub -c "Say pear"');
		expect([stdout, code]).toEqual(["pear\n", 0]);
		expect(stderr).toContain("refuses the reasoning of earlier answers, which was left out.");
		expect(server.requests.map(answersIn)[2]).toEqual([{ role: "assistant", content: "plum" }]);
	});
});
