import { describe, expect, it } from "vitest";
import { readPdfText } from "../../../src/cli/input/pdf-text.ts";
import { createPdf, createPdfOf, createPdfOfCodes } from "../../helpers/pdf.ts";

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

	it.each([
		["90ms-RKSJ-H", "Adobe-Japan1", "93fa967b8cea82cc95b68f91", "日本語の文書"],
		["UniJIS-UTF16-H", "Adobe-Japan1", "65e5672c8a9e", "日本語"],
		["UniGB-UCS2-H", "Adobe-GB1", "4e2d65876587686300200050004400460020", "中文文档 PDF"],
		["GBK-EUC-H", "Adobe-GB1", "d6d0cec4cec4b5b5", "中文文档"],
		["ETen-B5-H", "Adobe-CNS1", "a4a4a4e5a4e5a5f3", "中文文件"],
		["KSCms-UHC-H", "Adobe-Korea1", "c7d1b1b9beee", "한국어"],
	])("is read where its font has codes of %s", async (encoding, collection, codes, text) => {
		const pdf = createPdfOfCodes(Buffer.from(codes, "hex"), encoding, collection);
		expect(await readPdfText(pdf, LIMITS)).toMatchObject({ text, problem: undefined });
	});

	it("is read of two such documents at a time, and is empty where the map is unknown", async () => {
		const codes = Buffer.from("65e5672c", "hex");
		const [one, other, unknown] = ["UniJIS-UCS2-H", "UniJIS-UTF16-V", "../../package"].map((encoding) =>
			readPdfText(createPdfOfCodes(codes, encoding, "Adobe-Japan1"), LIMITS),
		);
		expect([(await one)?.text, (await other)?.text, (await unknown)?.text]).toEqual(["日本", "日本", ""]);
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
