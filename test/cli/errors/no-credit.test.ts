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
	expect(stderr).toContain("What a free account and PRO have each month");
	expect(stderr).toContain("https://huggingface.co/settings/billing");
	expect(stderr).toContain("--bill-to");
	expect(stderr).toContain("hub login --provider ID");
	// Amounts change: the page and hub whoami tell them.
	expect(stderr).toContain("https://huggingface.co/docs/inference-providers/pricing");
	expect(stderr).toContain("hub whoami");
	expect(stderr).not.toMatch(/\$\d/);
});
