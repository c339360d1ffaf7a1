import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer } from "../../src/cli/commands/serve/server.ts";
import { createGateway, type Gateway } from "../../src/gateway/index.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { builtFile } from "../helpers/built.ts";

const KEY = "key-of-the-page-test-1";
const NAMED_KEY = "key-of-the-page-test-2-of-Ada";
const read = (name: string): string => readFileSync(builtFile(`dist/cli/${name}`), "utf8");

/** @param browser returns the browser, once tests run */
export function describeServePage(browser: () => Browser): void {
	describe("the page of calls", () => {
		let gateway: Gateway;
		let server: Awaited<ReturnType<typeof startServer>>;
		beforeAll(async () => {
			const page = { script: read("calls-page.js"), style: read("calls-page.css") };
			gateway = createGateway({
				fetch: createSandbox(),
				token: "hf_sandbox",
				key: KEY,
				keys: [{ name: "Ada", key: NAMED_KEY }],
				page,
			});
			server = await startServer(gateway, "127.0.0.1", 0);
		});
		afterAll(() => server?.close());

		it("lists calls, opens one, respects its security policy, and passes axe", async () => {
			const content = "Hello <img src=x onerror=alert(1)>";
			const answer = await fetch(`${server.url}/v1/chat/completions`, {
				method: "POST",
				headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
				body: JSON.stringify({ model: "openai/gpt-oss-20b:groq", messages: [{ role: "user", content }] }),
			});
			expect(answer.status).toBe(200);
			const page = await browser().newPage();
			const problems: string[] = [];
			page.on("console", (message) => {
				if (message.type() === "error") problems.push(message.text());
			});
			page.on("pageerror", (error) => problems.push(error.message));
			await page.goto(server.url + gateway.createPageLink());
			expect(page.url()).toBe(`${server.url}/`);
			const row = page.locator("tbody tr");
			await row.waitFor();
			expect(await row.innerText()).toMatch(/openai\/gpt-oss-20b:groq\s+groq\s+\d+ → \d+\s+\S+\s+done/);
			await row.getByRole("link").press("Enter");
			const said = page.locator(".turn");
			await said.first().waitFor();
			expect(await said.allInnerTexts()).toEqual([`user\n${content}`, expect.stringMatching(/^assistant\n/)]);
			const address = page.url();
			expect(address).toMatch(/#req_\w+$/);
			await page.getByLabel("Raw JSON").click();
			const request = page.getByLabel("Request");
			expect(await request.inputValue()).toContain(content);
			expect(await page.getByLabel("Answer").inputValue()).toContain('"choices"');
			expect(await findViolations(page)).toEqual([]);
			await page.goBack();
			await row.waitFor();
			await page.goto(address);
			await said.first().waitFor();
			await page.getByRole("link", { name: "hub serve: calls" }).click();
			await row.waitFor();
			expect(problems.filter((text) => !text.includes("favicon"))).toEqual([]);
			expect(await findViolations(page)).toEqual([]);
		});

		it("shows a call and its content on a small dark screen without horizontal scrolling", async () => {
			await fetch(`${server.url}/v1/chat/completions`, {
				method: "POST",
				headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
				body: JSON.stringify({ model: "no-model", messages: [] }),
			});
			const page = await browser().newPage({ viewport: { width: 320, height: 700 }, colorScheme: "dark" });
			await page.goto(server.url + gateway.createPageLink());
			const row = page.locator("tbody tr").first();
			await row.waitFor();
			expect(await row.innerText()).toMatch(/no-model\s+failed 404/);
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
			await row.click();
			await page.getByLabel("Raw JSON").click();
			expect(await page.getByLabel("Request").inputValue()).toContain("no-model");
			expect(await page.locator(".error").innerText()).toContain("is not a model id");
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
			expect(await findViolations(page)).toEqual([]);
		});

		it("filters calls by text, model and state, and adds up what it shows", async () => {
			const page = await browser().newPage();
			await page.goto(server.url + gateway.createPageLink());
			const rows = page.locator("tbody tr");
			await expect.poll(() => rows.count()).toBe(2);
			const totals = page.getByRole("status");
			expect(await totals.innerText()).toMatch(/^2 calls, \d+ → \d+ tokens, /);
			await page.getByLabel("Text").fill("onerror");
			await expect.poll(() => rows.count()).toBe(1);
			expect(await totals.innerText()).toMatch(/^1 call, [1-9]\d* → [1-9]\d* tokens, /);
			await page.getByLabel("Text").fill("");
			await page.getByLabel("State").selectOption("failed 404");
			await expect.poll(() => rows.count()).toBe(1);
			expect(await rows.innerText()).toContain("no-model");
			await rows.click({ modifiers: ["Shift"] });
			expect(page.url()).toBe(`${server.url}/`);
			await rows.click();
			await page.locator(".error").waitFor();
			await page.goBack();
			await rows.waitFor();
			expect(await page.getByLabel("State").inputValue()).toBe("failed 404");
			expect(await rows.count()).toBe(1);
			await page.getByLabel("State").selectOption("");
			await page.getByLabel("Model", { exact: true }).selectOption("openai/gpt-oss-20b:groq");
			await expect.poll(() => rows.count()).toBe(1);
			expect(await findViolations(page)).toEqual([]);
		});

		it("shows calls whose values are hostile, and the calls of each key", async () => {
			const word = { toString: 1, valueOf: 1 };
			const owner = { authorization: `Bearer ${KEY}`, "content-type": "application/json" };
			const body = {
				model: "no-model",
				messages: [{ role: word, content: [{ type: word }] }],
				tools: [{ name: word }],
			};
			for (const authorization of [owner.authorization, `Bearer ${NAMED_KEY}`]) {
				const headers = { ...owner, authorization };
				await fetch(`${server.url}/v1/chat/completions`, { method: "POST", headers, body: JSON.stringify(body) });
			}
			const page = await browser().newPage();
			await page.goto(server.url + gateway.createPageLink());
			const rows = page.locator("tbody tr");
			await rows.first().waitFor();
			await page.getByLabel("Key").selectOption("Ada");
			await expect.poll(() => rows.count()).toBe(1);
			await rows.click();
			await page.locator(".turn").first().waitFor();
			expect(await page.locator("section").innerText()).toContain("key Ada");
			expect(await page.locator(".turn").count()).toBe(2);
			await page.goBack();
			await page.getByLabel("Key").selectOption("(owner)");
			await expect.poll(() => rows.count()).toBeGreaterThan(1);
		});

		it("shows nothing without the cookie", async () => {
			const context = await browser().newContext();
			const page = await context.newPage();
			await page.goto(server.url);
			expect(await page.locator("body").innerText()).toContain("Open the link that hub serve printed.");
		});
	});
}

/** Rules of axe that a page breaks. */
async function findViolations(page: Page): Promise<string[]> {
	// The policy keeps foreign scripts out, so axe goes through the debugger.
	const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
	await page.evaluate(axe);
	return await page.evaluate(async () => {
		const { axe: runner } = globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } };
		return (await runner.run()).violations.map(({ id }) => id);
	});
}
