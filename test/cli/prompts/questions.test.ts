import { describe, expect, it, onTestFinished } from "vitest";
import { openScreen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

describe("an example shown in a question", () => {
	it("is taken by Enter", async () => {
		const screen = openScreen("hub infer --sandbox -t ner", home());
		await screen.waitFor("Ada Lovelace lived in London");
		screen.type("\r");
		expect(await screen.end()).toBe(0);
		expect(screen.text()).toContain(
			"hub infer --sandbox --task ner 'Ada Lovelace lived in London, and I love her work.'",
		);
	});

	it("is taken by Tab, and can be changed", async () => {
		const screen = openScreen("hub infer --sandbox -t object-detection", home());
		await screen.waitFor("❯ sample:street.jpg");
		screen.type("\t");
		await screen.waitFor("Tab completes");
		screen.type("\u0015sample:cat.png\r");
		expect(await screen.end()).toBe(0);
		expect(screen.history()).toContain("--task object-detection sample:cat.png");
	});
});
