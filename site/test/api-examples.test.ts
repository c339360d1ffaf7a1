/** The examples of the API run, and print what their pages show. */
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readApi } from "../build/typedoc.ts";
import { API_JOBS } from "../src/pages/api-jobs.ts";
import { readPage } from "./site.ts";

const run = promisify(execFile);
const folder = fileURLToPath(new URL("../node_modules/.cache/api-examples/", import.meta.url));
const names = API_JOBS.flatMap((job) => job.names);

beforeAll(async () => await mkdir(folder, { recursive: true }));
afterAll(async () => await rm(folder, { recursive: true, force: true }));

describe.concurrent("the examples of the API", () => {
	it.each(names)("$name", async ({ name, example, prints }) => {
		const file = `${folder}${name}.mts`;
		await writeFile(file, example);
		const { stdout } = await run("npx", ["tsx", file]);
		expect(stdout.trim()).toBe(prints);
	});
});

it("lists every argument of each, from the types, with its meaning and its default", async () => {
	const { entries } = await readApi();
	// Errors are not made by those who use them.
	const functions = names.filter(({ name }) => !name.endsWith("Error"));
	const silent = functions.flatMap(({ entry, name }) => {
		const known = entries.find((candidate) => candidate.name === entry)?.arguments[name] ?? [];
		return known.filter(({ meaning, type }) => meaning === "" && !type).map((argument) => `${name}: ${argument.name}`);
	});
	expect(silent).toEqual([]);
	const page = readPage("api/modelhub/retry/");
	expect(page).toMatch(/<code>options\.maxDelay<\/code>.*?<td[^>]*>60 000<\/td>/s);
	// Fields of an intersection, a required one, and options that all tasks share.
	const chat = readPage("api/modelhub/chatCompletion/");
	expect(chat).toMatch(/<code>messages<\/code>.*?<td>required<\/td>.*?<code>max_tokens<\/code>.*?<td[^>]*>1024<\/td>/s);
	expect(chat).toMatch(/<code>options<\/code>.*?CallOptions/s);
});

it("shows each with parameters and errors that have pages", () => {
	for (const { entry, name, errors } of names) {
		const html = readPage(`api/${entry}/${name}/`);
		expect(html).toContain('id="example"');
		for (const error of errors) expect(html, `${name}: ${error}`).toContain(`/${error}/`);
	}
});
