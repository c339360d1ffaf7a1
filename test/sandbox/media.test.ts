import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readRecording, transcribe } from "../../src/sandbox/media/analyze-audio.ts";
import { listColors } from "../../src/sandbox/media/analyze-image.ts";
import { readClip } from "../../src/sandbox/media/clip.ts";
import { editImage } from "../../src/sandbox/media/edit-image.ts";
import { generateImage } from "../../src/sandbox/media/generate-image.ts";
import { decodePng, encodePng } from "../../src/sandbox/media/png.ts";
import { readImage, readImageInfo } from "../../src/sandbox/media/read-image.ts";
import { synthesizeMusic } from "../../src/sandbox/media/synthesize-audio.ts";
import { decodeWav, encodeWav } from "../../src/sandbox/media/wav.ts";
import { createAsker } from "./ask.ts";
import { recording } from "./samples.ts";

describe("images", () => {
	it.each([
		[100, 50, 16],
		[50, 100, 64],
		[0, 0, 32],
		[65_535, 1, 1],
		[1, 65_535, 1024],
	])("that cannot be opened keep their form, within limits: %d x %d", async (width, height, rows) => {
		const gif = new Uint8Array(10);
		gif.set(new TextEncoder().encode("GIF89a"));
		new DataView(gif.buffer).setUint16(6, width, true);
		new DataView(gif.buffer).setUint16(8, height, true);
		expect(await readImage(gif)).toMatchObject({ opened: false, pixels: { width: 32, height: rows } });
	});

	it.each([
		["gif", "GIF89a", { 6: [0x70, 0x11, 3, 0] }, [0x1170, 3]],
		["bmp", "BM", { 18: [0x70, 0x11, 1, 0, 0xfd, 0xff, 0xff, 0xff] }, [0x1_1170, 3]],
		["webp", "RIFF....WEBPVP8X", { 24: [0x6f, 0x11, 1, 2, 0x20, 3] }, [0x1_1170, 0x3_2003]],
		["webp", "RIFF....WEBPVP8L", { 21: [0x6f, 0xd1, 0, 0] }, [0x1170, 4]],
		["webp", "RIFF....WEBPVP8 ", { 26: [0x70, 0x51, 3, 0xc0] }, [0x1170, 3]],
		["png", "\x89PNG", { 16: [0, 1, 0x11, 0x70, 0, 0, 0, 3] }, [0x1_1170, 3]],
		["jpeg", "\xff\xd8\xff\xe0\0\x04..\xff\xc2", { 13: [0, 3, 0x11, 0x70] }, [0x1170, 3]],
	] as const)("tell their size in the header: %s, %j", (format, start, fields, [width, height]) => {
		const bytes = new Uint8Array(40);
		bytes.set(Buffer.from(start, "latin1"));
		for (const [at, values] of Object.entries(fields)) bytes.set(values, Number(at));
		expect(readImageInfo(bytes)).toEqual({ format, width, height });
	});

	it("survive encoding", async () => {
		const pixels = generateImage("a blue house in the snow", { width: 61, height: 37, seed: 1 });
		expect(await decodePng(await encodePng(pixels, "Höhle"))).toEqual(pixels);
	});

	it("follow prompt and seed", async () => {
		const draw = (prompt: string, seed: number) => generateImage(prompt, { width: 40, height: 30, seed }).data.join();
		expect(draw("a cat", 1)).toBe(draw("a cat", 1));
		expect(draw("a cat", 1)).not.toBe(draw("a cat", 2));
		expect(draw("a cat", 1)).not.toBe(draw("a dog", 1));
	});

	it.each([
		["upscaler", 40, 30, "80 x 60"],
		["upscaler", 1500, 3, "2048 x 4"],
		["upscaler", 4096, 2, "2048 x 1"],
		["editor", 1500, 3, "1500 x 3"],
	])("that an %s edits, of %d x %d, become %s", (model, width, height, size) => {
		const edited = editImage(generateImage("a cat", { width, height, seed: 1 }), "", { model, seed: 1 });
		expect(`${edited.width} x ${edited.height}`).toBe(size);
	});

	it.each(["red", "blue", "green"])("have the requested color: %s", (color) => {
		const shares = listColors(generateImage(`a ${color} wall`, { width: 64, height: 64, seed: 0 }));
		expect(shares.slice(0, 2).map(({ name }) => name)).toContain(color);
	});

	// Written by another program (Python's zlib): 2 × 2 pixels each.
	it.each([
		[
			"palette of 2 bits",
			"iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAgMAAAAP2OW3AAAADFBMVEX/AAAA/wAAAP/////7AGD2AAAADElEQVR4nGMQYNgAAADkAMEnqOhXAAAAAElFTkSuQmCC",
			[255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255],
		],
		[
			"grey of 1 bit",
			"iVBORw0KGgoAAAANSUhEUgAAAAIAAAACAQAAAABazTCJAAAADElEQVR4nGNwYGgAAAFEAME6ehxWAAAAAElFTkSuQmCC",
			[0, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0],
		],
		[
			"filtered rows",
			"iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFklEQVR4nGP5z8DwnxFIsDAyAEkgAAAxYgQHbjClqQAAAABJRU5ErkJggg==",
			[255, 0, 0, 0, 255, 0, 0, 0, 255, 0, 255, 255],
		],
	])("of other programs can be decoded: %s", async (_, base64, colors) => {
		const pixels = await decodePng(new Uint8Array(Buffer.from(base64, "base64")));
		expect([...(pixels?.data ?? [])].filter((_value, index) => index % 4 < 3)).toEqual(colors);
	});

	it.each([
		["width and height", { width: 70, height: 50 }, 70, 50],
		["size", { size: "80x40" }, 80, 40],
		["target_size", { target_size: { width: 33, height: 44 } }, 33, 44],
		["image_size", { image_size: "square" }, 512, 512],
	])("have the size of %s", async (_, size, width, height) => {
		const { post } = createAsker();
		const response = await post("/nebius/v1/images/generations", {
			model: "flux",
			prompt: "a tree",
			response_format: "b64_json",
			...size,
		});
		const { data } = (await response.json()) as { data: { b64_json: string }[] };
		const bytes = Buffer.from(data[0]?.b64_json ?? "", "base64");
		expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([width, height]);
	});
});

describe("audio", () => {
	it("survive encoding", () => {
		const sound = decodeWav(recording);
		expect(sound).toMatchObject({ rate: 16_000, comment: "good morning" });
		expect(sound && Buffer.compare(encodeWav(sound), recording)).toBe(0);
	});

	it("last longer for more words", () => {
		const music = synthesizeMusic("calm", 2, 0);
		expect(music.samples).toHaveLength(32_000);
		expect(Math.max(...music.samples)).toBeGreaterThan(0.1);
		expect(synthesizeMusic("calm", 2, 1).samples).not.toEqual(music.samples);
	});

	it("are described if their text is unknown", () => {
		const tone = Float32Array.from({ length: 8000 }, (_, index) => 0.3 * Math.sin((2 * Math.PI * 440 * index) / 8000));
		const found = readRecording(encodeWav({ samples: tone, rate: 8000 }));
		expect(found && transcribe(found).text).toBe(
			"Sandbox: no model here, so this recording of 1.0 seconds (clear, around 440 Hz) stays unheard. Try sample:speech.wav.",
		);
	});

	it("report their length in FLAC", () => {
		const flac = new Uint8Array(42);
		flac.set(new TextEncoder().encode("fLaC"));
		// 16 000 samples a second, 32 000 samples.
		new DataView(flac.buffer).setUint32(18, (16_000 << 12) | (15 << 4));
		new DataView(flac.buffer).setUint32(22, 32_000);
		expect(readRecording(flac)).toMatchObject({ format: "FLAC", duration: 2 });
	});
});

/** The boxes of an MP4 by path, such as `moov/trak/tkhd`, as their places in the file. */
function listBoxes(bytes: Buffer, start = 0, end = bytes.length, path = ""): Map<string, [number, number]> {
	const boxes = new Map<string, [number, number]>();
	for (let at = start; at < end; at += bytes.readUInt32BE(at)) {
		const size = bytes.readUInt32BE(at);
		expect(size).toBeGreaterThanOrEqual(8);
		const name = path + bytes.toString("latin1", at + 4, at + 8);
		boxes.set(name, [at + 8, at + size]);
		if (!/(?:moov|trak|mdia|minf|stbl)$/.test(name)) continue;
		for (const [inner, place] of listBoxes(bytes, at + 8, at + size, `${name}/`)) boxes.set(inner, place);
	}
	return boxes;
}

describe("videos", () => {
	it("are an MP4 file whose tables match its frames", () => {
		const film = Buffer.from(readClip());
		const boxes = listBoxes(film);
		const at = (name: string): number => boxes.get(name)?.[0] ?? Number.NaN;
		const table = "moov/trak/mdia/minf/stbl";
		const count = film.readUInt32BE(at(`${table}/stsz`) + 8);
		expect(count).toBe(24);
		let offset = film.readUInt32BE(at(`${table}/stco`) + 8);
		expect(offset).toBe(at("mdat"));
		for (let index = 0; index < count; index++) offset += film.readUInt32BE(at(`${table}/stsz`) + 12 + index * 4);
		expect(offset).toBe(boxes.get("mdat")?.[1]);
		const end = boxes.get("moov/trak/tkhd")?.[1] ?? 0;
		expect([film.readUInt32BE(end - 8) >>> 16, film.readUInt32BE(end - 4) >>> 16]).toEqual([320, 192]);
	});

	const hasProbe = (() => {
		try {
			execFileSync("ffprobe", ["-version"], { stdio: "ignore" });
			return true;
		} catch {
			return false;
		}
	})();

	it.skipIf(!hasProbe)("are decoded by ffmpeg (needs ffmpeg)", () => {
		const folder = mkdtempSync(join(tmpdir(), "film-"));
		const file = join(folder, "film.mp4");
		writeFileSync(file, readClip());
		const options = ["-v", "error", "-xerror", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"];
		const raw = execFileSync("ffmpeg", options, { maxBuffer: 2 ** 24 });
		rmSync(folder, { recursive: true });
		expect(raw).toHaveLength(320 * 192 * 3 * 24);
	});
});
