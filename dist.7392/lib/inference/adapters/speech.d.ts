import type { AutomaticSpeechRecognitionOutput } from "../io/audio.ts";
import type { Args, Call, TaskAdapter } from "../types.ts";
interface TranscriptionOptions {
    route?: string;
    /** InputError for something that is no recording. */
    refused: string;
    /** Strings for which the service fetches the recording itself. */
    passes?: (value: unknown) => boolean;
}
/** Transcription as OpenAI defined it: a form with the file. */
export declare function transcriptions(error: string, { route, refused, passes }: TranscriptionOptions): TaskAdapter<AutomaticSpeechRecognitionOutput>;
/** Speech as OpenAI defined it: the answer is the recording. */
export declare function speech(error: string, { route, extra, }?: {
    route?: string;
    extra?: (call: Call) => Record<string, unknown>;
}): TaskAdapter<Blob>;
/** Returns the recording among the arguments: `inputs`, or `data` as older programs have it. */
export declare function recording(args: Args): unknown;
/** Returns the type of a Blob in small letters, without parameters such as `;codecs=opus`. */
export declare function mediaType(blob: Blob): string;
type Output = AutomaticSpeechRecognitionOutput;
/** Those `items` that have a text and a time. */
export declare function chunksOf(items: unknown, timestampOf: (item: Record<string, unknown>) => unknown): NonNullable<Output["chunks"]>;
export {};
