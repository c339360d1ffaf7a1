import { expect, it, onTestFinished } from "vitest";
import { openScreen } from "../../helpers/screen.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const INTERRUPT = "\u0003";
const END = "\u0004";

function home(): Home {
	const created = createHome();
	onTestFinished(() => created.remove());
	return created;
}

it("a pasted prompt takes half the screen, and counts the lines above", async () => {
	const screen = openScreen("hub chat -p sandbox", home());
	await screen.waitFor("❯ Type a message");
	const text = Array.from({ length: 28 }, (_, index) => `line ${index + 1}`).join("\r");
	screen.type(`\u001B[200~${text}\u001B[201~`);
	await screen.waitFor("[28 lines]");
	screen.type("\t");
	await screen.waitFor("line 28");
	const shown = screen.text().split("\n");
	expect(shown.filter((row) => /^ {2}line \d+$/.test(row))).toHaveLength(11);
	expect(shown).toContain("  ↑ 17 more lines");
	screen.type(INTERRUPT + END);
	await screen.end();
});
