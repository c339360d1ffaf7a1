import { findMediaType } from "../../base/media-type.ts";
import { createRandom } from "../random.ts";
import { type Scored, softmax } from "../text/classify-text.ts";
import { decodeWav, type Sound } from "./wav.ts";

/** Facts about an audio file. */
export interface Recording {
	format: string;
	bytes: number;
	/** In seconds; undefined if unknown. */
	duration: number | undefined;
	/** Undefined if the format cannot be decoded. */
	sound: Sound | undefined;
}

/** Kinds of audio files, and of videos that may hold only sound. */
const FORMATS: Readonly<Record<string, string>> = {
	"audio/flac": "FLAC",
	"audio/ogg": "Ogg",
	"audio/mp4": "MP4",
	"video/mp4": "MP4",
	"video/quicktime": "MP4",
	"video/webm": "WebM",
	"audio/mpeg": "MP3",
	"audio/aac": "AAC",
};

/** Recognizes audio by its first bytes; undefined if the bytes are not audio. */
export function readRecording(bytes: Uint8Array): Recording | undefined {
	const sound = decodeWav(bytes);
	if (sound) return { format: "WAV", bytes: bytes.length, duration: sound.samples.length / sound.rate, sound };
	const format = FORMATS[findMediaType(bytes)];
	const duration = format === "FLAC" ? readFlacDuration(bytes) : undefined;
	return format === undefined ? undefined : { format, bytes: bytes.length, duration, sound: undefined };
}

/** The number of samples and their rate are at the start of a FLAC file. */
function readFlacDuration(bytes: Uint8Array): number | undefined {
	if (bytes.length < 26) return undefined;
	const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
	const rate = view.getUint32(18) >>> 12;
	const samples = (view.getUint8(21) & 0xf) * 2 ** 32 + view.getUint32(22);
	return rate > 0 && samples > 0 ? samples / rate : undefined;
}

/** A part of a transcription with its start and end, in seconds. */
interface Chunk {
	text: string;
	timestamp: [start: number, end: number];
}

/** Returns the text of a recording that the sandbox has spoken, else a description. */
export function transcribe(recording: Recording): { text: string; chunks: Chunk[] } {
	const text = recording.sound?.comment ?? describe(recording);
	const words = text.split(/\s+/).filter(Boolean);
	const step = (recording.duration ?? words.length * 0.4) / Math.max(1, words.length);
	const seconds = (count: number): number => Number((count * step).toFixed(2));
	const chunks = Array.from({ length: Math.ceil(words.length / 6) }, (_, index): Chunk => {
		const [start, end] = [index * 6, Math.min(words.length, index * 6 + 6)];
		return { text: words.slice(start, end).join(" "), timestamp: [seconds(start), seconds(end)] };
	});
	return { text, chunks };
}

function describe({ format, bytes, duration, sound }: Recording): string {
	const length = duration === undefined ? `${bytes} bytes` : `${duration.toFixed(1)} seconds`;
	if (!sound)
		return `Sandbox: no model here, so this ${format} recording of ${length} stays unheard. Try sample:speech.wav.`;
	const { loudness, pitch } = measure(sound);
	if (loudness < 0.002) return `A ${format} recording of ${length}, silent.`;
	const strength = loudness < 0.05 ? "quiet" : loudness > 0.3 ? "loud" : "clear";
	return `Sandbox: no model here, so this recording of ${length} (${strength}, around ${Math.round(pitch)} Hz) stays unheard. Try sample:speech.wav.`;
}

/** Loudness (root of the mean square) and pitch (from the crossings of zero). */
function measure({ samples, rate }: Sound): { loudness: number; pitch: number } {
	let squares = 0;
	let crossings = 0;
	for (let index = 0; index < samples.length; index++) {
		const value = samples[index] ?? 0;
		squares += value * value;
		if (index > 0 && value >= 0 !== (samples[index - 1] ?? 0) >= 0) crossings++;
	}
	const length = Math.max(1, samples.length);
	return { loudness: Math.sqrt(squares / length), pitch: (crossings / 2) * (rate / length) };
}

/** Names of models, and their labels. */
const LABELS: readonly (readonly [RegExp, readonly string[]])[] = [
	[/emotion/i, ["neutral", "calm", "happy", "sad", "angry", "fearful"]],
	[/lid|language/i, ["eng", "deu", "fra", "spa", "ita", "por"]],
	[/command/i, ["yes", "no", "up", "down", "stop", "go"]],
];

/** Classifies a recording by loudness and pitch; the model's name determines its labels. */
export function classifySound(recording: Recording, model: string, count: number): Scored[] {
	const { loudness, pitch } = recording.sound
		? measure(recording.sound)
		: { loudness: 0.1, pitch: 150 + (recording.bytes % 400) };
	const [, ownLabels] = LABELS.find(([models]) => models.test(model)) ?? [];
	const labels = ownLabels ?? ["Speech", "Music", "Silence", "Tone", "Noise"];
	const random = createRandom("sound", labels.join(), Math.round(loudness * 100), Math.round(pitch / 20));
	const kind = loudness < 0.002 ? "Silence" : pitch > 1500 ? "Noise" : pitch > 500 ? "Music" : "Speech";
	const preferred = ownLabels ? ownLabels[Math.min(ownLabels.length - 1, Math.floor(pitch / 150))] : kind;
	return softmax(labels.map((label) => [label, random.next() * 1.5 + (label === preferred ? 2.5 : 0)])).slice(0, count);
}

/** Returns the sound at full loudness without its deepest hum: what an enhancer does. */
export function enhance({ samples, rate, comment }: Sound): Sound {
	const filtered = new Float32Array(samples.length);
	let last = 0;
	let result = 0;
	for (let index = 0; index < samples.length; index++) {
		const value = samples[index] ?? 0;
		result = 0.985 * (result + value - last);
		last = value;
		filtered[index] = result;
	}
	const peak = filtered.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
	return { samples: filtered.map((value) => (value / peak) * 0.9), rate, comment };
}
