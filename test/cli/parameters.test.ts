import { describe, expect, it, onTestFinished } from "vitest";
import { sanitize } from "../../src/cli/terminal/sanitize.ts";
import { createHome } from "../helpers/session.ts";

it.each([
	["x=1e999", "too large for a JSON number"],
	["x=-1e999", "too large for a JSON number"],
	["seed=9007199254740993", "seed is too large to be exact"],
	["accessToken=hf_secretOnTheCommandLine", "accessToken is not a parameter"],
	["data=abc", "data is not a parameter"],
	["model=other", "model is not a parameter"],
	["endpointUrl=https://evil.test", "endpointUrl is not a parameter"],
	["provider=other", "provider is not a parameter"],
])("--param %s is rejected, also in the file of --params", async (pair, says) => {
	const [name = "", value = ""] = pair.split("=");
	const home = createHome({
		"p.json": `{"top_p":1,"${name}":${/^[\d-]/.test(value) ? value : JSON.stringify(value)}}`,
	});
	onTestFinished(() => home.remove());
	for (const given of [`--param ${pair}`, "--params p.json"]) {
		const { code, stderr } = await home.run(`hub infer -t chat --sandbox --dry-run ${given} hi`);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) });
		expect(stderr).not.toContain("hf_secret");
	}
});

it.each(["data.raw=1", "endpointUrl.href=https://evil.test", "accessToken.0=x"])(
	"--param %s is rejected too",
	async (pair) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const { code, stderr } = await home.run(`hub infer -t chat --sandbox --dry-run --param ${pair} hi`);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("is not a parameter") });
	},
);

describe("--max-tokens", () => {
	it.each([
		[
			"--input whole.json",
			"Left out of --input: max_completion_tokens (the call decides it), model, stream (the call decides it).",
		],
		["-T ./prompt.yaml hi", ""],
	])("is not exceeded by another name of it: %s", async (given, note) => {
		const more = { max_completion_tokens: 9e6, model: "evil/model", stream: false, top_k: 5 };
		const home = createHome({
			"whole.json": JSON.stringify({ messages: [{ role: "user", content: "hi" }], ...more }),
			"prompt.yaml": "prompt: Say ok.\nmax_new_tokens: 9000000\ntop_k: 5\n",
		});
		onTestFinished(() => home.remove());
		const { code, stdout, stderr } = await home.run(`hub infer -t chat -m a/b --dry-run --max-tokens 7 ${given}`);
		expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(note) });
		expect(stdout).toMatch(/"max_tokens": ?7/);
		expect(stdout).toMatch(/"top_k": ?5/);
		expect(stdout).not.toMatch(/9e6|9000000|evil|max_completion_tokens|max_new_tokens/);
	});
});

it.each(["data", "headers", "billTo", "constructor"])(
	"--input with %s is refused: the rest would mean something else",
	async (name) => {
		const home = createHome({
			"whole.json": JSON.stringify({ messages: [{ role: "user", content: "hi" }], [name]: "x" }),
		});
		onTestFinished(() => home.remove());
		const { code, stdout, stderr } = await home.run("hub infer -t chat -m a/b --dry-run --input whole.json");
		expect({ code, stdout, stderr }).toEqual({
			code: 2,
			stdout: "",
			stderr: expect.stringContaining(`cannot set ${name}`),
		});
	},
);

it.each(["\u200e", "\u200f", "\u061c", "\u2028", "\u2029", "\u202e"])("shows %j as an escape", (character) => {
	const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
	expect(sanitize(`a${character}b`)).toBe(`a<${code}>b`);
});
