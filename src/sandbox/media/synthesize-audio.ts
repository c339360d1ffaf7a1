import { createRandom } from "../random.ts";
import type { Sound } from "./wav.ts";

const RATE = 16_000;
/** The two lowest resonances of the mouth for each vowel, in hertz. */
const VOWELS: Readonly<Record<string, readonly [number, number]>> = {
	a: [750, 1250],
	e: [480, 1950],
	i: [310, 2300],
	o: [470, 880],
	u: [340, 780],
	y: [310, 2000],
};
/** Longest spoken text, in characters: about two minutes. */
const MAX_LETTERS = 1500;

/**
 * Synthesizes speech like a toy robot: a tone with the vowels' resonances, hiss for the consonants, pauses between
 * words. The text is stored as a comment, so that the sandbox can transcribe its own speech.
 */
export function synthesizeSpeech(text: string, voice: string): Sound {
	const random = createRandom("voice", voice);
	const base = 105 + random.below(90);
	const letters = [...text.toLowerCase().normalize("NFD").slice(0, MAX_LETTERS)];
	const parts = letters.map((letter, index) => {
		if (/\s/.test(letter)) return { letter, length: 0.07 };
		if (/[.!?:;\n]/.test(letter)) return { letter: " ", length: 0.22 };
		if (/\p{P}/u.test(letter)) return { letter: " ", length: 0.12 };
		return { letter, length: VOWELS[letter] ? 0.11 : letters[index - 1] === letter ? 0.03 : 0.06 };
	});
	const total = parts.reduce((sum, { length }) => sum + length, 0.15);
	const samples = new Float32Array(Math.ceil(total * RATE));
	let at = 0;
	let phase = 0;
	const noise = createRandom("noise", voice);
	for (const { letter, length } of parts) {
		const count = Math.round(length * RATE);
		const formants = VOWELS[letter];
		const isSilent = letter.trim() === "" || !/[\p{L}\p{N}]/u.test(letter);
		for (let index = 0; index < count && at + index < samples.length; index++) {
			if (isSilent) continue;
			const time = (at + index) / RATE;
			// The voice sinks towards the end and trembles a little.
			const pitch = base * (1.12 - 0.2 * (at / samples.length)) * (1 + 0.015 * Math.sin(2 * Math.PI * 5 * time));
			phase += pitch / RATE;
			const envelope = Math.min(1, index / 160, (count - index) / 240);
			samples[at + index] = envelope * (formants ? sing(phase, pitch, formants) : murmur(phase, letter, noise.next()));
		}
		at += count;
	}
	return { samples, rate: RATE, comment: text };
}

/** Returns the harmonics of a pitch, louder near the resonances. */
function sing(phase: number, pitch: number, formants: readonly [number, number]): number {
	let value = 0;
	for (let harmonic = 1; harmonic <= 16; harmonic++) {
		const frequency = harmonic * pitch;
		const gain = formants.reduce((sum, formant) => sum + 1 / (1 + ((frequency - formant) / 130) ** 2), 0.05);
		value += (gain / Math.sqrt(harmonic)) * Math.sin(2 * Math.PI * harmonic * phase);
	}
	return 0.22 * value;
}

function murmur(phase: number, letter: string, noise: number): number {
	const isHissing = "sfzxchjt".includes(letter);
	return (noise - 0.5) * (isHissing ? 0.35 : 0.08) + (isHissing ? 0 : 0.16 * Math.sin(2 * Math.PI * phase));
}

/** Distances from the root, in half tones. */
const CHORDS = { major: [0, 4, 7, 12], minor: [0, 3, 7, 12] };
const SEQUENCES = [
	[0, 5, 7, 0],
	[0, 9, 5, 7],
	[0, 3, 5, 7],
	[0, 7, 9, 5],
] as const;

/** Plays chords for a prompt: its mood gives the key and the speed, the prompt itself the sequence. */
export function synthesizeMusic(prompt: string, seconds: number, seed: string | number): Sound {
	const random = createRandom("music", prompt, seed);
	const isSad = /\b(?:sad|dark|melanchol\w*|slow|rain|minor|ambient|calm|sleep)\b/i.test(prompt);
	const isQuick = /\b(?:fast|upbeat|dance|techno|happy|energetic|rock|drums?)\b/i.test(prompt);
	const beat = isQuick ? 0.25 : isSad ? 0.6 : 0.4;
	const chord = CHORDS[isSad ? "minor" : "major"];
	const sequence = SEQUENCES[random.below(SEQUENCES.length)] ?? SEQUENCES[0];
	const root = 110 * 2 ** (random.below(12) / 12);
	const samples = new Float32Array(Math.round(seconds * RATE));
	const strike = (start: number, frequency: number, length: number, loudness: number): void => {
		const first = Math.round(start * RATE);
		const count = Math.min(samples.length - first, Math.round(length * RATE));
		for (let index = 0; index < count; index++) {
			const time = index / RATE;
			const fade = Math.min(1, index / 80) * Math.exp(-3 * (time / length)) * Math.min(1, (count - index) / 200);
			const angle = 2 * Math.PI * frequency * time;
			const tone = Math.sin(angle) + 0.4 * Math.sin(2 * angle) + 0.15 * Math.sin(3 * angle);
			samples[first + index] = (samples[first + index] ?? 0) + loudness * fade * tone;
		}
	};
	for (let step = 0; step * beat < seconds; step++) {
		const shift = sequence[Math.floor(step / 4) % sequence.length] ?? 0;
		const pitch = (halfTones: number): number => root * 2 ** ((shift + halfTones) / 12);
		if (step % 4 === 0) for (const note of chord) strike(step * beat, pitch(note), beat * 4, 0.1);
		strike(step * beat, 2 * pitch(chord[random.below(chord.length)] ?? 0), beat * 1.5, 0.14);
	}
	return { samples, rate: RATE, comment: prompt };
}
