import { type Recording } from "../media/analyze-audio.ts";
import type { IncomingCall } from "../types.ts";
/** Speech as OpenAI defined it; always WAV. */
export declare function answerSpeech(incoming: IncomingCall): Promise<Response>;
/** Transcription as OpenAI defined it: a form with a file; with `stream` the text comes in events. */
export declare function answerTranscription(incoming: IncomingCall): Promise<Response>;
/** @throws ServiceFailure when the bytes are not audio */
export declare function openRecording(bytes: Uint8Array, field: string): Recording;
