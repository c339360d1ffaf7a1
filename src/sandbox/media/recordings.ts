import { findMediaType } from "../../base/media-type.ts";
import { noModel } from "../failure.ts";
import { recognize } from "../samples/index.ts";

/** The sandbox does not process audio: it recognizes its own recordings by name and number of bytes. */
export const RECORDINGS = [
	{ name: "speech.wav", length: 45_308, kind: "Speech", text: "Good morning. The meeting begins at ten o'clock." },
	{ name: "music.wav", length: 38_444, kind: "Music", text: "(music)" },
] as const;

/** An audio file of a request. */
export interface AudioFile {
	/** In seconds; undefined if unknown. */
	duration: number | undefined;
	/** Its label, one of `SOUNDS`. */
	kind: (typeof SOUNDS)[number];
	/** What is said. */
	text: string;
}

/** Labels of audio classification. */
export const SOUNDS = ["Speech", "Music", "Silence", "Noise"] as const;

/** Opens audio, or a video that may hold only sound; undefined if the bytes are neither. */
export async function openRecording(bytes: Uint8Array): Promise<AudioFile | undefined> {
	if (!/^(?:audio\/|video\/(?:mp4|quicktime|webm))/.test(findMediaType(bytes))) return undefined;
	const own = await recognize(bytes, RECORDINGS);
	return {
		duration: readDuration(bytes),
		kind: own?.kind ?? "Speech",
		text: own?.text ?? noModel("sample:speech.wav"),
	};
}

/** The length of a WAV in seconds; undefined for other formats. */
function readDuration(bytes: Uint8Array): number | undefined {
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	if (bytes.length < 44 || !String.fromCharCode(...bytes.subarray(0, 12)).startsWith("RIFF")) return undefined;
	const bytesPerSecond = view.getUint32(28, true);
	return bytesPerSecond > 0 ? (bytes.length - 44) / bytesPerSecond : undefined;
}

/** A part of a transcription with its start and end, in seconds. */
interface SpokenWord {
	text: string;
	timestamp: [start: number, end: number];
}

/** Returns the text of a recording, also word by word; the times are spread evenly. */
export function transcribe({ text, duration }: AudioFile): { text: string; chunks: SpokenWord[] } {
	const words = text.split(" ");
	const step = (duration ?? words.length * 0.4) / words.length;
	const seconds = (count: number): number => Number((count * step).toFixed(2));
	const chunks = words.map(
		(word, index): SpokenWord => ({ text: word, timestamp: [seconds(index), seconds(index + 1)] }),
	);
	return { text, chunks };
}
