import { afterAll, beforeAll, expect, it } from "vitest";
import { clipboard, openSite, runIt, type Site } from "../site.ts";

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

it("shows request, answer, events, times and cost", async () => {
	const page = await site.open("playground/");
	await page.getByRole("textbox", { name: "Input" }).fill("What is 3 * 4?");
	expect(await runIt(page)).toContain("3 * 4 = 12");
	const region = (name: string) => page.getByRole("region", { name });
	expect(await region("Request").innerText()).toMatch(
		/POST https:\/\/router\.huggingface\.co[\s\S]*"What is 3 \* 4\?"/,
	);
	expect(await region("Request").innerText()).not.toContain("hf_");
	expect(await region("Events").innerText()).toMatch(/request[\s\S]*response[\s\S]*chunk[\s\S]*done/);
	expect(await region("Code").innerText()).toContain("hub infer --sandbox -t chat");
	await page.getByText(/first chunk \d+ ms · total \d+ ms · \d+ tokens in, \d+ out · cost \$/).waitFor();
	await page.close();
});

it("shows the same request as curl and as Request", async () => {
	const page = await site.open("playground/");
	await runIt(page);
	const request = await page.getByRole("region", { name: "Request" }).locator("pre").innerText();
	await page.getByRole("tab", { name: "curl" }).click();
	const code = page.getByRole("region", { name: "Code" });
	await code.getByText("--data-raw").waitFor();
	const body = /--data-raw '([\s\S]*)'/.exec(await code.locator("pre").innerText())?.[1] ?? "";
	expect(JSON.parse(body)).toEqual(JSON.parse(request.slice(request.indexOf("{"))));
	await page.close();
});

it("is shared by a link without the token", async () => {
	const page = await site.open("playground/");
	await page.getByRole("combobox", { name: "Task" }).selectOption("question-answering");
	await page.getByRole("textbox", { name: "Input" }).fill("Who came?");
	await page.getByRole("textbox", { name: "Context" }).fill("Grace came.");
	await page.getByRole("radio", { name: "Your token" }).check();
	await page.getByLabel("Token", { exact: true }).fill("hf_very_secret_token");
	await page.getByRole("button", { name: "Copy link" }).click();
	await page.getByRole("button", { name: "Copied" }).waitFor();
	const link = await clipboard(page);
	const { decodeState } = await import("../../src/islands/parts/share.ts");
	const state = await decodeState(new URL(link).hash.slice(1));
	expect(state).toMatchObject({
		task: "question-answering",
		values: { question: "Who came?", context: "Grace came." },
	});
	expect(JSON.stringify(state)).not.toContain("secret");
	expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain("secret");

	const other = await site.open(`playground/${new URL(link).hash}`);
	await other.getByRole("textbox", { name: "Context" }).and(other.getByText("Grace came.")).waitFor();
	expect(await runIt(other)).toContain("Grace");
	expect(await other.getByRole("radio", { name: "Sandbox" }).isChecked()).toBe(true);
	await page.close();
	await other.close();
});

it("sends the user's token to the service, and shows that the service is unreachable", async () => {
	const page = await site.open("playground/");
	const sent: (string | undefined)[] = [];
	await page.route("https://router.huggingface.co/**", (route) => {
		sent.push(route.request().headers()["authorization"]);
		return route.abort();
	});
	await page.getByRole("radio", { name: "Your token" }).check();
	await page.getByLabel("Token", { exact: true }).fill("hf_mine");
	await runIt(page);
	expect(sent[0]).toBe("Bearer hf_mine");
	expect(await page.getByRole("alert").innerText()).toContain("No connection");
	expect(await page.getByRole("region", { name: "Request" }).innerText()).not.toContain("hf_mine");
	await page.close();
});

it("runs by keyboard alone", async () => {
	const page = await site.open("playground/");
	await page.getByRole("combobox", { name: "Task" }).focus();
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Tab");
	await page.keyboard.press("Control+A");
	await page.keyboard.type("What is 2 + 2?");
	for (let count = 0; count < 10; count++) {
		await page.keyboard.press("Tab");
		if (
			await page.getByRole("button", { name: "Run", exact: true }).evaluate((node) => node === document.activeElement)
		)
			break;
	}
	await page.keyboard.press("Enter");
	await page.getByRole("region", { name: "Answer" }).getByText("2 + 2 = 4").waitFor();
	await page.close();
});

it("leaves no error in the console", () => {
	expect(site.problems).toEqual([]);
});
