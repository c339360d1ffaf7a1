import { type Scored } from "./scores.ts";
import { type Sound } from "./wav.ts";
/** Facts about an audio file. */
export interface Recording {
    format: string;
    bytes: number;
    /** In seconds; undefined when the file does not say. */
    duration: number | undefined;
    /** Undefined when the format cannot be opened. */
    sound: Sound | undefined;
}
/** Recognizes audio by its first bytes; undefined when the bytes are not audio. */
export declare function readRecording(bytes: Uint8Array): Recording | undefined;
/** Returns the text of a recording: what the sandbox itself has spoken it gives back, anything else it describes. */
export declare function transcribe(recording: Recording): {
    text: string;
    chunks: {
        text: string;
        timestamp: [number, number];
    }[];
};
/** Classifies a recording by loudness and pitch; the model's name determines its labels. */
export declare function classifySound(recording: Recording, model: string, count: number): Scored[];
/** Returns the sound at full loudness without its deepest hum: what an enhancer does. */
export declare function enhance({ samples, rate, comment }: Sound): Sound;
