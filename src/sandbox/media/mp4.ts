import { joinBytes } from "../../base/bytes.ts";
import { describeStream, encodeFrame, type Frame, toFrame } from "./h264.ts";
import type { Pixels } from "./pixels.ts";

/** Encodes images of one size as MP4 with H.264, which every player and browser shows. */
export function encodeMp4(pictures: Iterable<Pixels>, framesPerSecond: number): Uint8Array<ArrayBuffer> {
	let first: { frame: Frame; width: number; height: number } | undefined;
	let before: Frame | undefined;
	const samples: Uint8Array[] = [];
	for (const picture of pictures) {
		const frame = toFrame(picture);
		first ??= { frame, width: picture.width, height: picture.height };
		const unit = encodeFrame(frame, before, samples.length);
		samples.push(joinBytes([number32(unit.length), unit]));
		before = frame;
	}
	if (!first) throw new RangeError("A video needs at least one frame");
	const { width, height } = first;
	const { sequence, picture } = describeStream(first.frame, width, height);
	const type = box("ftyp", text("isom"), number32(0x200), text("isomiso2avc1mp41"));
	const movie = (offset: number): Uint8Array<ArrayBuffer> =>
		createMovie({
			width,
			height,
			framesPerSecond,
			sizes: samples.map(({ length }) => length),
			offset,
			sequence,
			picture,
		});
	const offset = type.length + movie(0).length + 8;
	return joinBytes([type, movie(offset), box("mdat", ...samples)]);
}

interface Movie {
	width: number;
	height: number;
	framesPerSecond: number;
	/** Bytes of each frame. */
	sizes: readonly number[];
	/** Where the first frame begins in the file. */
	offset: number;
	sequence: Uint8Array;
	picture: Uint8Array;
}

const MATRIX = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

function createMovie(movie: Movie): Uint8Array<ArrayBuffer> {
	const { width, height, framesPerSecond, sizes, offset } = movie;
	const scale = framesPerSecond * 1000;
	const step = 1000;
	const duration = step * sizes.length;
	const table = box(
		"stbl",
		box("stsd", number32(0, 1), createSampleEntry(movie)),
		box("stts", number32(0, 1, sizes.length, step)),
		box("stss", number32(0, 1, 1)),
		box("stsc", number32(0, 1, 1, sizes.length, 1)),
		box("stsz", number32(0, 0, sizes.length, ...sizes)),
		box("stco", number32(0, 1, offset)),
	);
	const media = box(
		"mdia",
		box("mdhd", number32(0, 0, 0, scale, duration), number16(0x55c4, 0)),
		box("hdlr", number32(0, 0), text("vide"), number32(0, 0, 0), text("sandbox\0")),
		box(
			"minf",
			box("vmhd", number32(1, 0, 0)),
			box("dinf", box("dref", number32(0, 1), box("url ", number32(1)))),
			table,
		),
	);
	const track = box(
		"trak",
		box(
			"tkhd",
			number32(7, 0, 0, 1, 0, duration, 0, 0),
			number16(0, 0, 0, 0),
			number32(...MATRIX, width * 0x10000, height * 0x10000),
		),
		media,
	);
	const header = box(
		"mvhd",
		number32(0, 0, 0, scale, duration, 0x10000),
		number16(0x100, 0),
		number32(0, 0, ...MATRIX, 0, 0, 0, 0, 0, 0, 2),
	);
	return box("moov", header, track);
}

/** Describes the format of the frames. */
function createSampleEntry({ width, height, sequence, picture }: Movie): Uint8Array<ArrayBuffer> {
	const configuration = joinBytes([
		Uint8Array.of(1, sequence[1] ?? 66, sequence[2] ?? 0, sequence[3] ?? 30, 0xff, 0xe1),
		number16(sequence.length),
		sequence,
		Uint8Array.of(1),
		number16(picture.length),
		picture,
	]);
	return box(
		"avc1",
		new Uint8Array(6),
		number16(1),
		new Uint8Array(16),
		number16(width, height),
		number32(0x480000, 0x480000, 0),
		number16(1),
		new Uint8Array(32),
		number16(24, 0xffff),
		box("avcC", configuration),
	);
}

function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
	const content = joinBytes(parts);
	return joinBytes([number32(content.length + 8), text(type), content]);
}

function text(value: string): Uint8Array {
	return new TextEncoder().encode(value);
}

function number32(...values: readonly number[]): Uint8Array {
	const bytes = new Uint8Array(values.length * 4);
	const view = new DataView(bytes.buffer);
	for (const [index, value] of values.entries()) view.setUint32(index * 4, value);
	return bytes;
}

function number16(...values: readonly number[]): Uint8Array {
	const bytes = new Uint8Array(values.length * 2);
	const view = new DataView(bytes.buffer);
	for (const [index, value] of values.entries()) view.setUint16(index * 2, value);
	return bytes;
}
