/** Ten questions of readers: each is answered from Home within two clicks, on a wide screen and on a phone. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { live, openSite, type Site } from "./site.ts";

interface Visit {
	question: string;
	/** Names of the links or tabs that are clicked. */
	clicks: readonly (string | RegExp)[];
	/** What the reader then sees. */
	answer: RegExp;
}

const VISITS: readonly Visit[] = [
	{
		question: "stream with Groq",
		clicks: ["Groq", "Streaming"],
		answer: /chatCompletionStream\(\{\s+provider: "groq"/,
	},
	{
		question: "transcribe an mp3",
		clicks: ["Tasks", "Automatic Speech Recognition"],
		answer: /hub infer -t automatic-speech-recognition/,
	},
	{
		question: ":fastest",
		clicks: ["Guides", "Choosing a provider, and cost"],
		answer: /fastest picks the most tokens/,
	},
	{ question: "Claude Code", clicks: ["Coding agents"], answer: /hub launch claude/ },
	{ question: "a million rows", clicks: ["Batch"], answer: /hub batch in\.csv -o out\.jsonl/ },
	{ question: "migrate", clicks: ["modelhub is a drop-in replacement"], answer: /@huggingface\/inference/ },
	{ question: "a chat template", clicks: ["Guides", "Chat templates"], answer: /hub template render/ },
	{ question: "fal-ai's tasks", clicks: ["Fal.ai"], answer: /Text-to-Image[\s\S]*Text-to-Video/ },
	{ question: "own key needed", clicks: ["Which provider serves which task"], answer: /OpenAI\s+its own/ },
	{ question: "in a browser", clicks: ["Guides", "Browsers, workers, Deno and Bun"], answer: /browser/i },
];

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

describe.each([
	["a wide screen", 1440],
	["a phone", 390],
] as const)("on %s", (_, width) => {
	it.each(VISITS)("$question", async ({ clicks, answer }) => {
		expect(clicks.length).toBeLessThanOrEqual(2);
		const page = await site.newTab();
		await page.setViewportSize({ width, height: 900 });
		await page.goto(site.url);
		await live(page);
		for (const name of clicks) {
			const target = page
				.getByRole("link", { name, exact: true })
				.or(page.getByRole("tab", { name, exact: true }))
				.filter({ visible: true });
			await target.first().click();
			await page.waitForLoadState("load");
			await live(page);
		}
		// Lines of tables have their cells side by side.
		const main = page.getByRole("main");
		await expect.poll(async () => await main.innerText(), { timeout: 20_000 }).toMatch(answer);
		// No dead end: the text leads further.
		expect(await main.locator(".text a[href]:not(.anchor), .neighbors a").count()).toBeGreaterThan(0);
		await page.close();
	});
});
