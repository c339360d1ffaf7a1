import { mkdtempSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readForm } from "../../src/cli/commands/serve/forms.ts";
import type { GatewayRequest } from "../../src/gateway/index.ts";

const MB = 2 ** 20;
const BOUNDARY = "xxBOUNDARYxx";
const part = (name: string, size: number): string =>
	`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${name}.bin"\r\ncontent-type: audio/wav\r\n\r\n${name.repeat(size)}\r\n`;
const field = (name: string, size: number): string =>
	`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${"x".repeat(size)}\r\n`;
const END = `--${BOUNDARY}--\r\n`;

/** A request whose body arrives in pieces of a size; it breaks off before its end where there is an error. */
function upload(text: string, piece: number, error?: Error): GatewayRequest {
	const bytes = Buffer.from(text);
	let at = 0;
	const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
		pull(controller) {
			if (at < bytes.length) controller.enqueue(new Uint8Array(bytes.subarray(at, at + piece)));
			else if (error) controller.error(error);
			else controller.close();
			at += piece;
		},
	});
	const headers = new Headers({ "content-type": `multipart/form-data; boundary=${BOUNDARY}` });
	return { method: "POST", url: "http://localhost/", headers, body };
}

describe("files of a form", () => {
	let folder = "";
	const useFolder = (path: string): void => {
		for (const name of ["TMPDIR", "TEMP"]) vi.stubEnv(name, path);
	};
	beforeEach(() => {
		folder = mkdtempSync(join(tmpdir(), "hub-forms-"));
		useFolder(folder);
	});
	afterEach(() => {
		vi.unstubAllEnvs();
		rmSync(folder, { recursive: true, force: true });
	});
	/** Files of the form that this process holds open. */
	const open = (): string[] =>
		readdirSync("/proc/self/fd").flatMap((id) => {
			try {
				const path = readlinkSync(`/proc/self/fd/${id}`);
				return path.includes(folder) ? [path] : [];
			} catch {
				return [];
			}
		});

	it.each([
		["in memory up to 1 MB", MB, 0],
		["on disk above", MB + 1, 1],
	])("are kept %s", async (_, size, folders) => {
		const { form, close } = await readForm(upload(part("a", size) + END, 50_000), 100 * MB);
		expect(readdirSync(folder)).toHaveLength(folders);
		const file = form.get("a") as File;
		expect([file.size, file.type, file.name]).toEqual([size, "audio/wav", "a.bin"]);
		expect(await file.text()).toBe("a".repeat(size));
		await close();
		expect(readdirSync(folder)).toEqual([]);
	});

	it("that become large at the same time share a folder", async () => {
		const names = ["a", "b", "c", "d"];
		const text = names.map((name) => part(name, MB + 10)).join("") + END;
		const { form, close } = await readForm(upload(text, 8 * MB), 100 * MB);
		expect(readdirSync(folder)).toHaveLength(1);
		for (const name of names) expect(await (form.get(name) as File).text()).toBe(name.repeat(MB + 10));
		await close();
		expect(readdirSync(folder)).toEqual([]);
	});

	it.each([
		["breaks off", 3 * MB, 100 * MB, new Error("gone"), 400],
		["breaks off where the file goes to disk", MB + 50_000, 100 * MB, new Error("gone"), 400],
		["is too large", 5 * MB, 4 * MB, undefined, 413],
	])("leave nothing behind if the body %s", async (_, size, limit, error, status) => {
		const text = part("a", size).slice(0, error ? -100 : undefined) + (error ? "" : END);
		await expect(readForm(upload(text, 60_000, error), limit)).rejects.toMatchObject({ status });
		expect(readdirSync(folder)).toEqual([]);
		if (process.platform === "linux") expect(open()).toEqual([]);
	});

	it.each([
		["a field of 10 MB or more", [field("b", 1)], field("a", 10 * MB)],
		["more than 200 fields", Array<string>(200).fill(field("a", 1)), field("b", 1)],
		["more than 20 files", Array<string>(20).fill(part("a", 1)), part("b", 1)],
	])("beyond a limit are refused, not left out or cut: %s", async (problem, most, more) => {
		const read = (parts: string[]) => readForm(upload(parts.join("") + END, 10 * MB), 100 * MB);
		expect([...(await read(most)).form]).toHaveLength(most.length);
		const refusal = { status: 413, message: `The form has ${problem}.` };
		await expect(read([...most, more])).rejects.toMatchObject(refusal);
	});

	it("that cannot be written end the form, and not the process", async () => {
		useFolder(join(folder, "missing"));
		const text = part("a", 3 * MB) + part("b", 3 * MB) + END;
		await expect(readForm(upload(text, 60_000), 100 * MB)).rejects.toMatchObject({ status: 400 });
	});
});
