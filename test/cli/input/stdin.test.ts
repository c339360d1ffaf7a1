import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "../../helpers/session.ts";

describe("a here-document", () => {
	it("is read like a pipe: shells keep it in a file without a name", async () => {
		const home = createHome({ "text.txt": "Mary lives in Paris.\n" });
		onTestFinished(() => home.remove());
		const line = 'exec 3< text.txt; rm text.txt; hub infer -t chat -p sandbox "Where?" --dry-run --json <&3';
		const { stdout, stderr } = await home.run(line);
		expect(stdout).toContain('"content": "Mary lives in Paris.\\n\\nWhere?"');
		expect(stderr).toBe("");
	});
});
