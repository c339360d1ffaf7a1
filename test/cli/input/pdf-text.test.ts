import { describe, expect, it } from "vitest";
import { readPdfText } from "../../../src/cli/input/pdf-text.ts";
import { createPdf, createPdfOf } from "../../helpers/pdf.ts";

const HUGE = Buffer.alloc(2 ** 28, " ");
const LIMITS = { length: 10_000 };

describe("the text of a PDF", { timeout: 60_000 }, () => {
	it("is that of its pages", async () => {
		const pdf = createPdf(["The budget (2026) is 12 dollars.", "", "And the end."]);
		expect(await readPdfText(pdf, LIMITS)).toEqual({
			text: "The budget (2026) is 12 dollars.\n\nAnd the end.",
			read: 3,
			pages: 3,
			problem: undefined,
		});
	});

	it("is empty for a scan", async () => {
		expect(await readPdfText(createPdf(["", ""]), LIMITS)).toMatchObject({ text: "", read: 2, problem: undefined });
	});

	it("is cut at a limit, which is said", async () => {
		const pdf = createPdf(Array.from({ length: 5 }, (_, index) => `Page ${index} ${"x".repeat(20)}`));
		const { text, read, pages, problem } = await readPdfText(pdf, { length: 60 });
		expect(text.length).toBeLessThanOrEqual(62);
		expect([text.startsWith("Page 0 x"), read, pages]).toEqual([true, 2, 5]);
		expect(problem).toBe("its text is longer than 60 characters");
	});

	it.each([
		["damaged", Buffer.from("%PDF-1.4\nnothing of a document"), "it is damaged"],
		["empty", Buffer.alloc(0), "it is damaged"],
		[
			"protected",
			createPdfOf(["BT (secret) Tj ET"], {
				trailer: `/ID [<00> <00>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${"ab".repeat(32)}> /U <${"cd".repeat(32)}> >> `,
			}),
			"it is protected by a password",
		],
		["packed a thousandfold", createPdfOf(["BT /F1 9 Tf (a) Tj ET"], { font: HUGE }), "it needs too much memory"],
		["endless", createPdfOf([HUGE]), "it took longer than 2 s"],
	])("of a document that is %s is a problem", async (_, pdf, problem) => {
		const limits = {
			...LIMITS,
			memory: problem.includes("memory") ? 32e6 : 512e6,
			time: problem.includes("2 s") ? 2000 : 60_000,
		};
		expect(await readPdfText(pdf, limits)).toMatchObject({ text: "", problem });
		// The next one is read.
		expect(await readPdfText(createPdf(["Fine."]), LIMITS)).toMatchObject({ text: "Fine." });
	});

	it("ends with its signal, and does not hold up the next one", async () => {
		const stop = new AbortController();
		const first = readPdfText(createPdf(Array.from({ length: 1000 }, () => "One.")), {
			...LIMITS,
			signal: stop.signal,
		});
		const next = readPdfText(createPdf(["Two."]), LIMITS);
		stop.abort(new Error("left"));
		await expect(first).rejects.toThrow("left");
		expect(await next).toMatchObject({ text: "Two." });
	});
});
