import type { Sound } from "./wav.ts";
/** Plays chords for a prompt: its mood gives the key and the speed, the prompt itself the sequence. */
export declare function synthesizeMusic(prompt: string, seconds: number, seed: string | number): Sound;
