import { expect, it, onTestFinished } from "vitest";
import { sanitize } from "../../src/cli/terminal/sanitize.ts";
import { createHome } from "../helpers/session.ts";

it.each([
	["x=1e999", "too large for a JSON number"],
	["x=-1e999", "too large for a JSON number"],
	["accessToken=hf_secretOnTheCommandLine", "accessToken is not a parameter"],
	["data=abc", "data is not a parameter"],
	["model=other", "model is not a parameter"],
	["endpointUrl=https://evil.test", "endpointUrl is not a parameter"],
])("--param %s is rejected, also in the file of --params", async (pair, says) => {
	const [name = "", value = ""] = pair.split("=");
	const home = createHome({ "p.json": `{"top_p":1,"${name}":${name === "x" ? value : JSON.stringify(value)}}` });
	onTestFinished(() => home.remove());
	for (const given of [`--param ${pair}`, "--params p.json"]) {
		const { code, stderr } = await home.run(`hub infer -t chat --sandbox --dry-run ${given} hi`);
		expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(says) });
		expect(stderr).not.toContain("hf_secret");
	}
});

it.each(["\u200e", "\u200f", "\u061c", "\u2028", "\u2029", "\u202e"])("shows %j as an escape", (character) => {
	const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
	expect(sanitize(`a${character}b`)).toBe(`a<${code}>b`);
});
