import { describe, expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../../../src/sandbox-server.ts";
import { createHome } from "../../../helpers/session.ts";

describe("a direct call without a key", () => {
	it.each(["--curl", "--dry-run"])("shows the variable for the key: %s", async (flag) => {
		const home = createHome();
		const hub = await startSandbox();
		onTestFinished(() => {
			home.remove();
			return hub.close();
		});
		const line = `hub infer -t chat -p groq -m google/gemma-2-2b-it --direct ${flag} hi`;
		const { code, stdout } = await home.run(line, { env: { HF_ENDPOINT: hub.url } });
		expect(code).toBe(0);
		expect(stdout).toContain("https://api.groq.com/openai/v1/chat/completions");
		expect(stdout).toContain("Authorization: Bearer $GROQ_API_KEY");
	});
});
