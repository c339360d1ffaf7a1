import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { clipboard, openSite, type Site } from "../site.ts";

let site: Site;
beforeAll(async () => {
	site = await openSite();
});
afterAll(async () => await site.close());

const box = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });

it("renders while typing, and copies the exact text", async () => {
	const page = await site.open("templates/");
	await box(page, "Template").fill("{{ messages[0].content }}\n\t end  ");
	const rendered = page.getByRole("region", { name: "Rendered" });
	// The sample has these words as well, between its special tokens.
	await rendered.filter({ hasNotText: "im_start" }).getByText("Answer in one sentence.").waitFor();
	await rendered.getByRole("button", { name: "Copy" }).click();
	await rendered.getByRole("button", { name: "Copied" }).waitFor();
	expect(await clipboard(page)).toBe("Answer in one sentence.\n\t end  ");
	await page.close();
});

it("marks errors at their position", async () => {
	const page = await site.open("templates/");
	await box(page, "Template").fill("one\n{% for m in messages %}\n{{ m.role | nothing }}\n{% endfor %}");
	await page.getByRole("alert").getByText("line 3").waitFor();
	expect(await page.locator(".gutter .marked").innerText()).toBe("3");
	await page.close();
});

it("checks messages and tools", async () => {
	const page = await site.open("templates/");
	await box(page, "Messages").fill('[\n{"role": "user", "content": }]');
	await page.getByRole("alert").getByText("line 2").waitFor();
	await box(page, "Messages").fill('[{"content": "Hi"}]');
	await page.getByRole("alert").getByText('Message 1 must be an object with a "role".').waitFor();
	await box(page, "Messages").fill('[{"role": "user", "content": "Hi"}]');
	await box(page, "Tools").fill("{}");
	await page.getByRole("alert").getByText("Tools must be a list.").waitFor();
	await box(page, "Tools").fill("");
	await page.getByRole("region", { name: "Rendered" }).getByText("Hi").waitFor();
	await page.getByRole("alert").waitFor({ state: "detached" });
	await page.close();
});

it("shows the dialects side by side, and formats", async () => {
	const page = await site.open("templates/");
	await page.getByRole("combobox", { name: "Sample" }).selectOption("Python and reference");
	await page.getByRole("region", { name: "Rendered" }).getByText("None").waitFor();
	await page.getByRole("region", { name: "Reference" }).getByText("null").waitFor();
	await box(page, "Template").fill("{%if add_generation_prompt%}yes{%endif%}");
	await page.getByRole("button", { name: "Format" }).click();
	await page.waitForFunction(() =>
		document.querySelector("textarea")?.value.includes("{%- if add_generation_prompt -%}"),
	);
	const rendered = page.getByRole("region", { name: "Rendered" });
	await rendered.getByText("yes").waitFor();
	await page.getByRole("checkbox", { name: "add_generation_prompt" }).uncheck();
	await rendered.getByText("yes").waitFor({ state: "detached" });
	await page.close();
});

it("leaves no error in the console", () => {
	expect(site.problems).toEqual([]);
});
