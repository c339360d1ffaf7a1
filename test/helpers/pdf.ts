import { deflateSync } from "node:zlib";

/** Makes a PDF of pages with one line of text each; an empty line makes a page without text, like a scan. */
export function createPdf(lines: readonly string[]): Buffer<ArrayBuffer> {
	const quote = (text: string): string => text.replace(/[\\()]/g, "\\$&");
	return createPdfOf(lines.map((line) => (line === "" ? "" : `BT /F1 12 Tf 72 720 Td (${quote(line)}) Tj ET`)));
}

/** Makes a PDF of a page with a text in codes of a character map, of which no font is embedded. */
export function createPdfOfCodes(codes: Uint8Array, encoding: string, collection: string): Buffer<ArrayBuffer> {
	const [registry = "", ordering = ""] = collection.split("-");
	const system = `<< /Registry (${registry}) /Ordering (${ordering}) /Supplement 2 >>`;
	const descriptor =
		"<< /Type /FontDescriptor /FontName /Song /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>";
	const descendant = `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /Song /CIDSystemInfo ${system} /DW 1000 /FontDescriptor ${descriptor} >>`;
	const named = `<< /Type /Font /Subtype /Type0 /BaseFont /Song-${encoding} /Encoding /${encoding} /DescendantFonts [${descendant}] >>`;
	return createPdfOf([`BT /F1 12 Tf 72 720 Td <${Buffer.from(codes).toString("hex")}> Tj ET`], { named });
}

/**
 * Makes a PDF whose pages have the contents given, in the language of PDF.
 * @param trailer further members of it
 * @param font the file of the font
 * @param named the font, where no file of it is embedded
 */
export function createPdfOf(
	contents: readonly (string | Buffer)[],
	{
		trailer = "",
		font,
		named = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
	}: { trailer?: string; font?: Buffer; named?: string } = {},
): Buffer<ArrayBuffer> {
	const pages = contents.map((_, index) => `${4 + 2 * index} 0 R`);
	const objects: (string | Buffer)[] = [
		"<< /Type /Catalog /Pages 2 0 R >>",
		`<< /Type /Pages /Kids [${pages.join(" ")}] /Count ${contents.length} >>`,
		font
			? `<< /Type /Font /Subtype /TrueType /BaseFont /Own /FirstChar 32 /LastChar 33 /Widths [500 500] /FontDescriptor ${4 + 2 * contents.length} 0 R >>`
			: named,
	];
	for (const [index, content] of contents.entries()) {
		objects.push(
			`<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
			packStream(content),
		);
	}
	if (font) {
		const file = `${5 + 2 * contents.length} 0 R`;
		objects.push(
			`<< /Type /FontDescriptor /FontName /Own /Flags 32 /FontBBox [0 0 1000 1000] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 /FontFile2 ${file} >>`,
			packStream(font),
		);
	}
	const parts = [Buffer.from("%PDF-1.4\n")];
	const offsets: number[] = [];
	let size = 9;
	const add = (part: string | Buffer): void => {
		const bytes = Buffer.from(part as string);
		parts.push(bytes);
		size += bytes.length;
	};
	for (const [index, object] of objects.entries()) {
		offsets.push(size);
		add(`${index + 1} 0 obj\n`);
		add(object);
		add("\nendobj\n");
	}
	const start = size;
	add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
	for (const offset of offsets) add(`${String(offset).padStart(10, "0")} 00000 n \n`);
	add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer}>>\nstartxref\n${start}\n%%EOF\n`);
	return Buffer.concat(parts);
}

function packStream(content: string | Buffer): Buffer {
	const packed = deflateSync(content);
	const head = `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n`;
	return Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream")]);
}
