import type { Sound } from "./wav.ts";
/**
 * Synthesizes speech like a toy robot: a tone with the vowels' resonances, hiss for the consonants, pauses between
 * words. The text is stored as a comment, so that the sandbox can transcribe its own speech.
 */
export declare function synthesizeSpeech(text: string, voice: string): Sound;
