import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { createPdf } from "../helpers/pdf.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
beforeEach(() => {
	home = createHome();
	mkdirSync(join(home.folder, "docs"));
	const files = { plan: createPdf(["The fern costs ten dollars."]), scan: createPdf([""]) };
	for (const [name, pdf] of Object.entries(files)) {
		writeFileSync(join(home.folder, `${name}.pdf`), pdf);
		writeFileSync(join(home.folder, "docs", `${name}.pdf`), pdf);
	}
	return () => home.remove();
});

const TEXT = "The fern costs ten dollars.";

/** Every way in which a prompt takes a file. */
it.each([
	'hub infer -t chat --file plan.pdf "What?" --dry-run --json',
	'hub infer -t chat --file docs "What?" --dry-run --json',
	"hub infer -t chat @plan.pdf --dry-run --json",
	'hub infer -t chat "What?" --stdin --dry-run --json < plan.pdf',
	"hub infer -t chat - --dry-run --json < plan.pdf",
	"hub infer -t chat --file plan.pdf - --dry-run --json < plan.pdf",
	"hub infer -t summarization @plan.pdf --dry-run --json",
	"hub infer -t summarization - --dry-run --json < plan.pdf",
	'hub infer -t question-answering "What?" --context @plan.pdf --dry-run --json',
	'hub infer -t question-answering "What?" --stdin --dry-run --json < plan.pdf',
])("%s sends the text of a PDF", { timeout: 60_000 }, async (line) => {
	const { code, stdout, stderr } = await home.run(`${line} --sandbox`);
	expect([code, stderr]).toEqual([0, expect.not.stringContaining("Error")]);
	expect(stdout).toContain(TEXT);
});

it("a PDF without text is an error that names what helps, and is left out of a folder with a note", async () => {
	const named = await home.run('hub infer -t chat --file scan.pdf "What?" --sandbox');
	expect(named.code).toBe(2);
	expect(named.stderr).toContain("scan.pdf has no text that can be read: its pages are images.");
	expect(named.stderr).toContain("pdftoppm -png scan.pdf page");
	const folder = await home.run('hub infer -t chat --file docs "What?" --sandbox');
	expect(folder.code).toBe(0);
	expect(folder.stderr).toMatch(/Left out docs.scan\.pdf/);
});

it("a batch sends the text of each PDF, and fails the row of one without", { timeout: 60_000 }, async () => {
	const { code } = await home.run('hub batch docs -o out.jsonl -t chat --prompt "Say fern" --sandbox --progress none');
	expect(code).toBe(1);
	const rows = readFileSync(join(home.folder, "out.jsonl"), "utf8")
		.trim()
		.split("\n")
		.map((row) => JSON.parse(row) as { id: string; error?: { message: string } });
	expect(Object.fromEntries(rows.map(({ id, error }) => [id, error?.message ?? "sent"]))).toEqual({
		"plan.pdf": "sent",
		"scan.pdf": expect.stringContaining("scan.pdf has no text that can be read: its pages are images."),
	});
});
