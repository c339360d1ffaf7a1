import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { callableTasks, describeTask } from "../../src/islands/form/describe-task.ts";
import { openSite, runIt, type Site } from "../site.ts";

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

const pages = readdirSync(fileURLToPath(new URL("../../dist/tasks", import.meta.url)), { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

describe("Home", () => {
	it("streams an answer, and shows the same call four times", async () => {
		const page = await site.open("");
		await page.getByRole("textbox", { name: "Message" }).fill("What is 6 * 7?");
		expect(await runIt(page)).toContain("6 * 7 = 42");
		const code = page.getByRole("tabpanel");
		expect(await code.innerText()).toContain("hub infer --sandbox -t chat");
		await page.getByText("Leave out --sandbox to call").waitFor();
		await page.getByRole("tab", { name: "curl" }).click();
		await code.getByText("curl 'https://router.huggingface.co").waitFor();
		await page.keyboard.press("ArrowRight");
		await code.getByText('import { InferenceClient } from "modelhub"').waitFor();
		await page.keyboard.press("ArrowRight");
		await code.getByText("from huggingface_hub import InferenceClient").waitFor();
		expect(await code.innerText()).toContain("What is 6 * 7?");
		await page.close();
	});

	it("offers every task and its providers", async () => {
		const page = await site.open("");
		const task = page.getByRole("combobox", { name: "Task" });
		expect(await task.locator("option").count()).toBe(callableTasks().length);
		await task.selectOption("text-to-image");
		const providers = page.getByRole("combobox", { name: "Provider" }).locator("option");
		expect(await providers.count()).toBe((await describeTask("text-to-image"))?.providers.length);
		await runIt(page);
		await page.getByRole("img", { name: "Generated" }).waitFor();
		await page.close();
	});
});

describe("the pages of tasks", () => {
	it.concurrent.each(pages)("%s runs, or says that no provider serves it", async (task) => {
		const page = await site.open(`tasks/${task}/`);
		if (callableTasks().includes(task)) {
			await runIt(page);
			expect(await page.getByRole("alert").count()).toBe(0);
		} else {
			expect(await page.getByText("there is nothing to call").count()).toBe(1);
			expect(await page.getByRole("button", { name: "Run", exact: true }).count()).toBe(0);
		}
		await page.close();
	});

	it("shows a failure as an alert", async () => {
		const page = await site.open("tasks/zero-shot-classification/");
		await page.getByRole("textbox", { name: /^Labels/ }).fill("");
		await runIt(page);
		expect(await page.getByRole("region", { name: "Answer" }).getByRole("alert").innerText()).toBe("Labels is empty.");
		await page.close();
	});

	it("takes parameters from the schema", async () => {
		const page = await site.open("tasks/text-classification/");
		await page.locator("summary").filter({ hasText: "Parameters" }).click();
		await page.getByRole("textbox", { name: "top_k" }).fill("1");
		const answer = await runIt(page);
		expect(answer).toContain("POSITIVE");
		expect(answer).not.toContain("NEGATIVE");
		expect(await page.getByRole("region", { name: "Run it" }).getByRole("tabpanel").innerText()).toContain(
			"--param top_k=1",
		);
		await page.close();
	});
});

describe("the guides", () => {
	const guides = new URL("../../src/guides/", import.meta.url);
	const names = readdirSync(guides).filter((file) => readFileSync(new URL(file, guides), "utf8").includes("<RunIt"));

	it.concurrent.each(names)("%s: every example runs", async (file) => {
		const page = await site.open(`guides/${file.replace(".mdx", "")}/`);
		for (const region of await page.getByRole("region", { name: "Run it" }).all()) {
			const text = await runIt(page, region);
			const isRefused = (await region.getByRole("tabpanel").innerText()).includes("sandbox/limited");
			expect(text.includes("Rate limit reached")).toBe(isRefused);
		}
		await page.close();
	});
});

it("leaves no error in the console", () => {
	expect(site.problems).toEqual([]);
});
