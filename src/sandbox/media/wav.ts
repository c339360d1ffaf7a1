/** Sound: one channel of samples from -1 to 1. */
export interface Sound {
	samples: Float32Array;
	/** Samples a second. */
	rate: number;
	/** The words spoken, if known. */
	comment?: string | undefined;
}

/** The name of a part of the file, four letters. */
const nameAt = (bytes: Uint8Array, at: number): string => String.fromCharCode(...bytes.subarray(at, at + 4));

/** Encodes audio as WAV, 16 bits a sample; the comment goes into its INFO list. */
export function encodeWav({ samples, rate, comment }: Sound): Uint8Array<ArrayBuffer> {
	const text = comment === undefined ? undefined : new TextEncoder().encode(`${comment}\0`);
	const listSize = text ? 4 + 8 + text.length + (text.length % 2) : 0;
	const bytes = new Uint8Array(44 + samples.length * 2 + (text ? 8 + listSize : 0));
	const view = new DataView(bytes.buffer);
	const write = (at: number, name: string): void => bytes.set(new TextEncoder().encode(name), at);
	write(0, "RIFF");
	view.setUint32(4, bytes.length - 8, true);
	write(8, "WAVEfmt ");
	view.setUint32(16, 16, true);
	view.setUint16(20, 1, true);
	view.setUint16(22, 1, true);
	view.setUint32(24, rate, true);
	view.setUint32(28, rate * 2, true);
	view.setUint16(32, 2, true);
	view.setUint16(34, 16, true);
	write(36, "data");
	view.setUint32(40, samples.length * 2, true);
	for (let index = 0; index < samples.length; index++) {
		const value = Math.round((samples[index] ?? 0) * 32768);
		view.setInt16(44 + index * 2, Math.max(-32768, Math.min(32767, value)), true);
	}
	if (text) {
		const at = 44 + samples.length * 2;
		write(at, "LIST");
		view.setUint32(at + 4, listSize, true);
		write(at + 8, "INFOICMT");
		view.setUint32(at + 16, text.length, true);
		bytes.set(text, at + 20);
	}
	return bytes;
}

/** Of whole numbers; 3 is the kind of floating-point numbers. */
const DEFAULT_FORMAT = { kind: 1, channels: 1, rate: 16_000, bits: 16 };

/** Decodes a WAV of 8 to 32 bits; several channels are mixed. Undefined for everything else. */
export function decodeWav(bytes: Uint8Array): Sound | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 12 || nameAt(bytes, 0) !== "RIFF" || nameAt(bytes, 8) !== "WAVE") return undefined;
	let format = DEFAULT_FORMAT;
	let samples: Float32Array | undefined;
	let comment: string | undefined;
	for (let at = 12; at + 8 <= bytes.length; ) {
		const size = Math.min(view.getUint32(at + 4, true), bytes.length - at - 8);
		const type = nameAt(bytes, at);
		if (type === "fmt " && size >= 16) {
			format = {
				kind: view.getUint16(at + 8, true),
				channels: view.getUint16(at + 10, true),
				rate: view.getUint32(at + 12, true),
				bits: view.getUint16(at + 22, true),
			};
		} else if (type === "data") samples = readSamples(view, at + 8, size, format);
		else if (type === "LIST") comment = readComment(bytes.subarray(at + 12, at + 8 + size)) ?? comment;
		at += 8 + size + (size % 2);
	}
	return samples && { samples, rate: format.rate || 16_000, comment };
}

function readSamples(view: DataView, start: number, size: number, format: typeof DEFAULT_FORMAT): Float32Array {
	const { kind, channels, bits } = format;
	const width = bits / 8;
	const frame = width * Math.max(1, channels);
	const read = (at: number): number => {
		if (kind === 3) return bits === 64 ? view.getFloat64(at, true) : view.getFloat32(at, true);
		if (bits === 8) return (view.getUint8(at) - 128) / 128;
		if (bits === 16) return view.getInt16(at, true) / 32768;
		if (bits === 24)
			return ((view.getUint8(at) << 8) | (view.getUint8(at + 1) << 16) | (view.getInt8(at + 2) << 24)) / 2 ** 31;
		return view.getInt32(at, true) / 2 ** 31;
	};
	if (!(kind === 3 ? [4, 8] : [1, 2, 3, 4]).includes(width) || channels === 0) return new Float32Array(0);
	const samples = new Float32Array(Math.floor(size / frame));
	for (let index = 0; index < samples.length; index++) {
		let sum = 0;
		for (let channel = 0; channel < channels; channel++) sum += read(start + index * frame + channel * width);
		samples[index] = sum / channels;
	}
	return samples;
}

/** Bytes of a comment that are read. */
const MAX_COMMENT_LENGTH = 32_000;

function readComment(list: Uint8Array): string | undefined {
	const view = new DataView(list.buffer, list.byteOffset, list.byteLength);
	for (let at = 0; at + 8 <= list.length; ) {
		const size = view.getUint32(at + 4, true);
		const text = list.subarray(at + 8, at + 8 + Math.min(size, MAX_COMMENT_LENGTH));
		if (nameAt(list, at) === "ICMT") return new TextDecoder().decode(text).replace(/\0+$/, "");
		at += 8 + size + (size % 2);
	}
	return undefined;
}
