import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const INTERRUPT = "\u0003";

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

describe("the model picker", () => {
	it.each([
		["smollm", "HuggingFaceTB/SmolLM3-3B", "1.6M downloads"],
		["me/my-model", "me/my-model", "as typed"],
		["oldmodel2", "oldmodel2", "as typed"],
	])("searches Hugging Face for the typed text, and accepts an id as it is: %s", async (typed, label, aside) => {
		const screen = openScreen("hub infer --sandbox -t chat --pick", home());
		await screen.waitFor("Which model for chat?");
		screen.type(typed);
		await screen.waitFor((text) => text.includes(`❯ ${label}`) && text.includes(aside));
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});
});

describe("the model picker and a large list of models", () => {
	it("shows models that only a search finds", async () => {
		const server = createServer(({ url }, response) => {
			const search = new URL(url ?? "", "http://hub.test").searchParams.get("search");
			const found = search === "unlisted" ? [{ id: "org/unlisted-7b", downloads: 1234, likes: 5 }] : [];
			response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => {
			server.closeAllConnections();
			server.close();
		});
		const env = { HF_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
		const screen = openScreen("hub infer -t chat --pick", home(), { env });
		await screen.waitFor("Which model for chat?");
		screen.type("unlisted");
		await screen.waitFor(/❯ org\/unlisted-7b .*1\.2K downloads/);
		screen.type(INTERRUPT);
		expect(await screen.end()).toBe(130);
	});
});
