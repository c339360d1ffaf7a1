import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen, type Screen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const KEYS = {
	up: "\u001B[A",
	down: "\u001B[B",
	home: "\u001B[H",
	end: "\u001B[F",
	pageDown: "\u001B[6~",
	escape: "\u001B",
};
const ENTER = "\r";
const INTERRUPT = "\u0003";

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

/** The line that is marked in a list. */
function marked(screen: Screen): string {
	return /^❯ (.*?)(?: {2}.*)?$/m.exec(screen.text())?.[1] ?? "";
}

/** The terminal is as it was: cursor shown, no mode left on. */
function expectRestored(screen: Screen): void {
	expect(screen.isCursorShown).toBe(true);
	expect(screen.written.lastIndexOf("\u001B[?2004l")).toBeGreaterThan(screen.written.lastIndexOf("\u001B[?2004h"));
}

describe("the task picker", () => {
	it("moves with arrows, j and k, Home, End and pages", async () => {
		const screen = openScreen("hub infer", home());
		await screen.waitFor("Choose a task");
		await screen.waitFor(() => marked(screen) === "chat");
		for (const [keys, wanted] of [
			[KEYS.down, "text-to-image"],
			["j", "automatic-speech-recognition"],
			["kk", "chat"],
			[KEYS.end + KEYS.up + KEYS.down + KEYS.down, "chat"],
		] as const) {
			screen.type(keys);
			await screen.waitFor(() => marked(screen) === wanted);
		}
		screen.type(KEYS.home);
		await screen.waitFor(/\n1\/\d+ /);
		const first = marked(screen);
		screen.type(KEYS.up);
		await screen.waitFor(() => marked(screen) !== first);
		const last = marked(screen);
		screen.type(KEYS.home);
		await screen.waitFor(() => marked(screen) === first);
		screen.type(KEYS.end);
		await screen.waitFor(() => marked(screen) === last);
		screen.type(KEYS.home + KEYS.pageDown);
		await screen.waitFor(() => /\n17\/\d+ /.test(screen.text()));
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
		expectRestored(screen);
	});

	it("filters by the typed text, short names too, best match first", async () => {
		const screen = openScreen("hub infer", home());
		await screen.waitFor("Natural Language Processing");
		screen.type("t2i");
		await screen.waitFor("1/2");
		expect(screen.text()).toBe(
			[
				"Choose a task",
				"/ t2i▏",
				"Most used",
				"❯ text-to-image        Creates an image from a written description",
				"Multimodal",
				"  image-text-to-image  Creates a new image from reference images plus an instr…",
				"",
				"1/2  ↑↓ move · Enter choose · Esc cancel",
			].join("\n"),
		);
		screen.type("zzz");
		await screen.waitFor("Nothing matches");
		screen.type("\u007F\u007F\u007F");
		await screen.waitFor("1/2");
		screen.type(KEYS.escape);
		expect(await screen.end()).toBe(130);
		// Nothing is left behind.
		expect(screen.text()).toBe("");
		expectRestored(screen);
	});

	it("filters after /, so that j and k can be typed", async () => {
		const screen = openScreen("hub infer", home());
		await screen.waitFor("Choose a task");
		screen.type("/keyp");
		await screen.waitFor("/ keyp▏");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});
});

describe("hub infer without arguments", () => {
	it("asks from task to input, runs the call, and prints the command line", async () => {
		const screen = openScreen("hub infer --sandbox", home());
		await screen.waitFor("Choose a task");
		screen.type(`ner${ENTER}`);
		await screen.waitFor("Which model for token-classification?");
		expect(marked(screen)).toBe("dslim/bert-base-NER");
		expect(screen.text()).toContain("default");
		screen.type(ENTER);
		await screen.waitFor("Which text?");
		screen.type(`Ada lives in London${ENTER}`);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain(
			"hub infer --sandbox --task token-classification --model dslim/bert-base-NER 'Ada lives in London'",
		);
		expect(screen.text()).toContain("Ada[PER] lives in London[LOC]");
	});

	it("asks for everything a task needs, and checks files", async () => {
		const folder = createHome({ "t.csv": "name,price\nA,1\n" });
		onTestFinished(() => folder.remove());
		const screen = openScreen("hub infer --sandbox -t table-qa", folder);
		await screen.waitFor("Which table?");
		screen.type(`nothing.csv${ENTER}`);
		await screen.waitFor("No such file.");
		screen.type("\u0015x\t");
		await screen.waitFor("No file matches.");
		screen.type("\u0015t\t");
		await screen.waitFor("❯ t.csv");
		screen.type(ENTER);
		await screen.waitFor("What is the question?");
		screen.type("\t");
		await screen.waitFor("❯ Who has the highest salary?");
		screen.type(`\u0015How much is A?${ENTER}`);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain("--table t.csv 'How much is A?'");
	});

	it("ends at every question on Esc and Ctrl-C", async () => {
		for (const key of [KEYS.escape, INTERRUPT]) {
			const model = openScreen("hub infer --sandbox", home());
			await model.waitFor("Choose a task");
			model.type(`qa${ENTER}`);
			await model.waitFor("Which model");
			model.type(key);
			expect(await model.end()).toBe(130);
			expectRestored(model);
			const text = openScreen("hub infer --sandbox -t summary", home());
			await text.waitFor("Which text?");
			text.type(key);
			expect(await text.end()).toBe(130);
			expectRestored(text);
		}
	});
});

describe("the provider picker", () => {
	const line = "hub infer --pick -t chat -m meta-llama/Llama-3.1-8B-Instruct 'say hi'";

	it("shows who serves a model, and runs the call there", async () => {
		const screen = openScreen(`${line} --sandbox`, home());
		await screen.waitFor("live · conversational");
		expect(screen.text()).toMatch(/^❯ auto {2,}Hugging Face chooses/m);
		screen.type(KEYS.down);
		await screen.waitFor(() => marked(screen) !== "auto");
		const provider = marked(screen);
		screen.type(ENTER);
		expect(await screen.end()).toBe(0);
		expect(screen.text().replaceAll("\n", "")).toContain(`--provider ${provider} 'say hi'`);
	});

	it("reports an unreachable hub, and still offers the providers of the task", async () => {
		const screen = openScreen(`${line} --retries 0`, home(), {
			env: { HF_ENDPOINT: "http://127.0.0.1:3", HF_TOKEN: "hf_x" },
		});
		await screen.waitFor("nothing listens there");
		expect(screen.text()).toContain("not checked");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
		expectRestored(screen);
	});
});

describe("the model picker", () => {
	it("searches Hugging Face for the typed text", async () => {
		const screen = openScreen("hub infer --sandbox --pick -t chat 'say hi'", home());
		await screen.waitFor("On Hugging Face");
		screen.type("SmolLM3");
		await screen.waitFor("HuggingFaceTB/SmolLM3-3B");
		await screen.waitFor(() => marked(screen) === "HuggingFaceTB/SmolLM3-3B");
		screen.type(ENTER);
		await screen.waitFor("Which provider runs HuggingFaceTB/SmolLM3-3B?");
		screen.type(KEYS.escape);
		expect(await screen.end()).toBe(130);
	});

	it("accepts a complete id", async () => {
		const screen = openScreen("hub chat --pick", home(), { env: { HF_ENDPOINT: "http://127.0.0.1:3" } });
		await screen.waitFor("nothing listens there");
		screen.type("me/mine");
		await screen.waitFor("as typed");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});
});

describe("hub snippet", () => {
	it("asks for a missing model, and prints the command line", async () => {
		const screen = openScreen("hub snippet --sandbox", home(), { columns: 120 });
		await screen.waitFor("Choose a task");
		screen.type(`similarity${ENTER}`);
		await screen.waitFor("Which model for sentence-similarity?");
		const model = marked(screen);
		screen.type(ENTER);
		await screen.waitFor("Load it yourself");
		screen.type(KEYS.escape);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toBe(`hub snippet --sandbox ${model}`);
	});

	it("asks for the provider with --pick", async () => {
		const line = "hub snippet --sandbox --pick meta-llama/Llama-3.1-8B-Instruct --client curl";
		const screen = openScreen(line, home(), { columns: 120, rows: 40 });
		await screen.waitFor("live · conversational");
		screen.type(`cerebras${ENTER}`);
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain(
			"hub snippet --sandbox --client curl --provider cerebras meta-llama/Llama-3.1-8B-Instruct",
		);
		expect(screen.text()).toContain("Llama-3.1-8B-Instruct:cerebras");
	});
});

describe("on request", () => {
	it.each([[{ CI: "false" }], [{ CI: "" }], [{ CONTINUOUS_INTEGRATION: "1" }]])("a list opens: %o", async (env) => {
		const screen = openScreen("hub infer", home(), { env });
		await screen.waitFor("Choose a task");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});
});

describe("without a user", () => {
	it.each([
		["a pipe", "set -o pipefail; hub infer --pick 'x' | cat", {}],
		["standard input from a file", "hub infer --pick 'x' < /dev/null", {}],
		["--no-input", "hub infer --pick --no-input 'x'", {}],
		["CI", "hub infer --pick 'x'", { CI: "1" }],
		["snippets in CI", "hub snippet --pick x/y", { CI: "1" }],
		["TERM=dumb", "hub infer --pick 'x'", { TERM: "dumb" }],
	])("no list opens: %s", async (_, line, env) => {
		const screen = openScreen(line, home(), { env });
		expect(await screen.end()).toBe(2);
		expect(screen.text()).toContain("--pick needs a terminal");
		expect(screen.text()).toContain("--provider");
	});
});

describe("narrow and wide terminals", () => {
	it.each([40, 200])("fits %i columns", async (columns) => {
		const screen = openScreen("hub infer --sandbox --pick -t chat x", home(), { columns });
		await screen.waitFor("On Hugging Face");
		expect(
			Math.max(
				...screen
					.text()
					.split("\n")
					.map((line) => line.length),
			),
		).toBeLessThan(columns);
		screen.type(INTERRUPT);
		await screen.end();
	});

	it("uses few rows", async () => {
		const screen = openScreen("hub infer", home(), { rows: 8 });
		await screen.waitFor("Choose a task");
		screen.type(KEYS.end);
		await screen.waitFor(/\n(\d+)\/\1 /);
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});

	it("redraws when the size changes", async () => {
		const screen = openScreen("hub infer", home(), { columns: 100 });
		await screen.waitFor("Choose a task");
		screen.resize(40, 12);
		screen.type(KEYS.down);
		await screen.waitFor(() => marked(screen) === "text-to-image");
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});
});

describe("colors", () => {
	// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
	const COLOUR = /\u001B\[\d*;?\d*;?\d*m/;

	it.each([
		[{}, true],
		[{ NO_COLOR: "1" }, false],
		[{ NO_COLOR: "1", FORCE_COLOR: "1" }, true],
	])("%o", async (env, isColoured) => {
		const screen = openScreen("hub infer", home(), { env });
		await screen.waitFor("Choose a task");
		expect(COLOUR.test(screen.written)).toBe(isColoured);
		screen.type(INTERRUPT);
		await screen.end();
	});
});
