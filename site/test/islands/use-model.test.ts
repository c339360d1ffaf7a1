import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { SAMPLE_MODELS } from "../../src/samples/models.ts";
import { clipboard, openSite, type Site } from "../site.ts";

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

const tab = (page: Page, list: string, name: string) =>
	page.getByRole("tablist", { name: list }).getByRole("tab", { name });

it("has twelve samples, each with code", async () => {
	const page = await site.open("use/");
	const samples = page.getByRole("group", { name: "Samples" }).getByRole("button");
	expect(await samples.count()).toBe(12);
	for (const [index, { id }] of SAMPLE_MODELS.entries()) {
		await samples.nth(index).click();
		await page.locator(".model-name").getByText(id).waitFor();
		const group = id.includes("GGUF") ? "Local apps" : "Load it yourself";
		await tab(page, "Group", group).click();
		await page
			.locator("pre")
			.filter({ hasText: id.split("/")[1] ?? id })
			.first()
			.waitFor();
	}
	await page.close();
});

it("goes from a model to working code in two clicks", async () => {
	const page = await site.open("use/");
	await tab(page, "Group", "Call a provider").click();
	const code = page.locator("pre").filter({ hasText: "InferenceClient" }).first();
	await page.getByRole("button", { name: "Copy" }).last().click();
	expect(await clipboard(page)).toBe(await code.innerText());
	await page.close();
});

it("links to each choice", async () => {
	const page = await site.open("use/");
	await tab(page, "Group", "Call a provider").click();
	await tab(page, "Language", "JavaScript").click();
	await tab(page, "Client", "openai").click();
	await page.getByRole("combobox", { name: "Provider" }).selectOption("novita");
	await page.getByRole("checkbox", { name: "Streaming" }).check();
	await page.locator("pre").filter({ hasText: "stream: true" }).waitFor();
	await page.waitForURL(/provider=novita.*streaming=true/);
	const shown = await page.locator("pre").last().innerText();

	const other = await site.open(`use/${new URL(page.url()).hash}`);
	await other.locator("pre").filter({ hasText: "stream: true" }).waitFor();
	expect(await other.locator("pre").last().innerText()).toBe(shown);
	expect(await tab(other, "Client", "openai").getAttribute("aria-selected")).toBe("true");
	await page.close();
	await other.close();
});

it("accepts a pasted record, and reports its errors", async () => {
	const page = await site.open("use/");
	const record = page.getByRole("textbox", { name: "Model record" });
	await record.fill('{"id": "me/mine", ');
	await page.getByRole("alert").getByText("not JSON").waitFor();
	await record.fill('{"id": "me/mine", "library_name": "diffusers", "pipeline_tag": "text-to-image", "tags": []}');
	await page.locator("pre").filter({ hasText: "me/mine" }).first().waitFor();
	await page.getByRole("alert").waitFor({ state: "detached" });
	await page.close();
});

it("calls Hugging Face only on request", async () => {
	const page = await site.open("use/");
	const asked: string[] = [];
	await page.route("https://huggingface.co/**", (route) => {
		asked.push(route.request().url());
		return route.fulfill({
			json: { id: "org/new", library_name: "timm", pipeline_tag: "image-classification", tags: ["timm"] },
			headers: { "access-control-allow-origin": "*" },
		});
	});
	await page.getByRole("textbox", { name: "Model", exact: true }).fill("org/new");
	expect(asked).toEqual([]);
	await page.getByRole("button", { name: "Load from Hugging Face" }).click();
	await page.locator("pre").filter({ hasText: "org/new" }).first().waitFor();
	expect(asked).toHaveLength(1);
	await page.unroute("https://huggingface.co/**");
	await page.getByRole("textbox", { name: "Model", exact: true }).fill("org/other");
	await page.getByRole("button", { name: "Load from Hugging Face" }).click();
	await page.getByRole("alert").getByText("cannot be reached").waitFor();
	await page.close();
});

it("shows code for an endpoint, and rejects an invalid URL", async () => {
	const page = await site.open("use/");
	await tab(page, "Group", "Call a provider").click();
	const endpoint = page.getByRole("textbox", { name: "Endpoint" });
	await endpoint.fill("nowhere");
	await page.getByRole("alert").waitFor();
	await endpoint.fill("https://my.endpoint.test/v1");
	await page.locator("pre").filter({ hasText: "https://my.endpoint.test/v1" }).waitFor();
	await page.close();
});

it("opens on task pages by keyboard, and closes again", async () => {
	const page = await site.open("tasks/image-classification/");
	const button = page.getByRole("button", { name: "Use this model…" });
	await button.focus();
	await page.waitForFunction(() => !document.activeElement?.hasAttribute("disabled"));
	await button.press("Enter");
	const dialog = page.getByRole("dialog", { name: "Use this model…" });
	await dialog.getByRole("tablist", { name: "Group" }).waitFor();
	await dialog.getByRole("tab", { name: "Call a provider", selected: true }).focus();
	await page.keyboard.press("ArrowRight");
	await dialog.getByRole("tab", { name: "Load it yourself", selected: true }).waitFor();
	await dialog.locator("pre").filter({ hasText: "resnet50" }).first().waitFor();
	await page.keyboard.press("Escape");
	await dialog.waitFor({ state: "hidden" });
	await page.close();
});

it("leaves no error in the console", () => {
	expect(site.problems).toEqual([]);
});
