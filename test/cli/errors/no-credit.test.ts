import { expect, it, onTestFinished } from "vitest";
import { startServer } from "../../helpers/server.ts";
import { createHome } from "../../helpers/session.ts";

it("says after a 402 what an account has each month, where to add credit, and how to use another key", async () => {
	const service = await startServer(() => ({ status: 402, body: { error: "You have exceeded your monthly credits" } }));
	const home = createHome();
	onTestFinished(async () => {
		await service.close();
		home.remove();
	});
	const env = { HF_TOKEN: "hf_0123456789abcdef" };
	const { code, stderr } = await home.run(`hub infer -t chat -m a/b --endpoint ${service.url} --retries 0 hi`, { env });
	expect(code).toBe(4);
	expect(service.requests).toHaveLength(1);
	expect(stderr).toContain("You have exceeded your monthly credits");
	expect(stderr).toContain("A free account at Hugging Face has some credit each month");
	expect(stderr).toContain("https://huggingface.co/settings/billing");
	expect(stderr).toContain("--bill-to");
	expect(stderr).toContain("hub login --provider ID");
	// Amounts change, and no service tells them: the page does.
	expect(stderr).toContain("https://huggingface.co/pricing");
	expect(stderr).not.toMatch(/\$\d/);
});
