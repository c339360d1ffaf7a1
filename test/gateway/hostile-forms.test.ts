import { describe, expect, it } from "vitest";
import { readForm } from "../../src/cli/commands/serve/forms.ts";
import type { Gateway, GatewayRequest } from "../../src/gateway/index.ts";
import { sandboxGateway } from "./ask.ts";

const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const WAV = Buffer.from("UklGRiQAAABXQVZFZm10IBAAAAABAAEAgD4AAAB9AAACABAAZGF0YQAAAAA=", "base64");

/** A part of a form: bytes are a file. */
type Part = readonly [name: string, value: string | Buffer, more?: { filename?: string; type?: string } | undefined];

const SPEECH: readonly Part[] = [
	["file", WAV, { filename: "a.wav", type: "audio/wav" }],
	["model", "openai/whisper-large-v3"],
	["language", "en"],
	["prompt", "x"],
	["response_format", "json"],
	["temperature", "0"],
];
const FORMS: Readonly<Record<string, readonly Part[]>> = {
	"/v1/images/edits": [
		["image", PNG, { filename: "a.png", type: "image/png" }],
		["model", "black-forest-labs/FLUX.1-Kontext-dev"],
		["prompt", "at night"],
		["n", "1"],
		["size", "64x64"],
		["response_format", "b64_json"],
		["seed", "1"],
		["quality", "high"],
	],
	"/v1/audio/transcriptions": SPEECH,
	"/v1/audio/translations": SPEECH,
};

/** Texts in place of a field: other types, and what a program may stumble over when it prints or counts them. */
const VALUES: readonly string[] = [
	"",
	"\0",
	"a\0b\r\nc\u001b[2J\u202e",
	"null",
	"true",
	"-1",
	"0",
	"1e308",
	"1e999",
	"9".repeat(400),
	"-0.0000001",
	"[]",
	"{}",
	'{"toString":1,"valueOf":1,"toJSON":1,"length":3}',
	'[{"toString":1}]',
	'{"__proto__":{"toString":null},"constructor":null}',
	'"\\ud800"',
	`${"[".repeat(500)}${"]".repeat(500)}`,
	"[".repeat(100_000),
	"x".repeat(200_000),
	"../../etc/passwd",
];
const NAMES = ["__proto__", "constructor", "toString", "image[]", "file", "a[]", "[]", "", "length", "then", "x\r\ny"];

const BOUNDARY = "----form";

function encode(parts: readonly Part[]): Buffer {
	const quote = (text: string): string => text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
	return Buffer.concat([
		...parts.flatMap(([name, value, more]) => [
			Buffer.from(
				`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${quote(name)}"${more?.filename === undefined ? "" : `; filename="${quote(more.filename)}"`}\r\n${more?.type === undefined ? "" : `content-type: ${more.type}\r\n`}\r\n`,
			),
			Buffer.from(value),
			Buffer.from("\r\n"),
		]),
		Buffer.from(`--${BOUNDARY}--\r\n`),
	]);
}

/** What a client may send in place of a form. */
function* listForms(parts: readonly Part[]): Generator<readonly [shown: string, body: Uint8Array, type?: string]> {
	for (const [place, [name, , more]] of parts.entries()) {
		for (const value of VALUES) {
			const isFile = more !== undefined;
			yield [`${name}=${value.slice(0, 60)}`, encode(parts.with(place, [name, value]))];
			if (isFile) yield [`a file of ${value.slice(0, 60)}`, encode(parts.with(place, [name, value, more]))];
		}
		yield [`without ${name}`, encode(parts.toSpliced(place, 1))];
		yield [`two of ${name}`, encode([...parts, ...parts.slice(place, place + 1)])];
	}
	for (const name of NAMES) for (const value of ["{}"]) yield [`more: ${name}`, encode([...parts, [name, value]])];
	for (const filename of ["", "../../x.png", "\0", "a\r\nb", "x".repeat(10_000), "CON", "__proto__"])
		yield [
			`a file with the name ${filename.slice(0, 30)}`,
			encode(parts.map(([name, value, more]) => [name, value, more && { ...more, filename }])),
		];
	for (const type of ["", "text/html", "image/svg+xml", "a".repeat(5000), "image/png; charset=\u001b"])
		yield [
			`a file of the type ${type.slice(0, 30)}`,
			encode(parts.map(([name, value, more]) => [name, value, more && { ...more, type }])),
		];
	const whole = encode(parts);
	yield ["nothing", new Uint8Array()];
	for (const share of [0.1, 0.5, 0.99])
		yield [`the first ${share}`, whole.subarray(0, Math.floor(whole.length * share))];
	yield ["another boundary", whole, "multipart/form-data; boundary=other"];
	yield ["no boundary", whole, "multipart/form-data"];
	yield ["a boundary of signs", whole, `multipart/form-data; boundary="${"'".repeat(200)}"`];
	yield ["JSON", Buffer.from("{}"), "application/json"];
}

describe.each([
	["the library's reader", undefined],
	["the reader of hub serve", (request: GatewayRequest, most: number) => readForm(request, most)],
])("a form, with %s", (_, read) => {
	it.each(Object.entries(FORMS))("%s answers whatever a part is, in the client's form", async (path, parts) => {
		const gateway: Gateway = sandboxGateway(read ? { readForm: read } : {});
		const ask = (body: Uint8Array, type = `multipart/form-data; boundary=${BOUNDARY}`): Promise<Response> =>
			gateway(
				new Request(`http://localhost${path}`, {
					method: "POST",
					body: Uint8Array.from(body),
					headers: { "content-type": type },
				}),
			);
		if (path !== "/v1/audio/translations") expect((await ask(encode(parts))).status).toBe(200);
		for (const [shown, body, type] of listForms(parts)) {
			const response = await ask(body, type);
			const text = await response.text();
			const said = `${shown}: ${text.slice(0, 500)}`;
			expect(response.status, said).toBeLessThan(500);
			expect(text, said).not.toMatch(/\[object Object\]|Cannot convert|is not a function|a bug in hub/);
			if (response.status >= 400)
				expect(JSON.parse(text), said).toMatchObject({ error: { message: expect.stringMatching(/^.{3,}$/s) } });
		}
	});
});
