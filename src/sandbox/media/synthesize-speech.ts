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
const HISSING = "sfzxchjt";
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
	const hiss = (noise - 0.5) * (HISSING.includes(letter) ? 0.35 : 0.08);
	return hiss + (HISSING.includes(letter) ? 0 : 0.16 * Math.sin(2 * Math.PI * phase));
}
