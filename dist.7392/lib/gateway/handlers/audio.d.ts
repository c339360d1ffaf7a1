import type { Incoming } from "../incoming.ts";
import type { Reply } from "../reply.ts";
/** `POST /v1/audio/speech` */
export declare function answerSpeech(incoming: Incoming): Promise<Reply>;
/** `POST /v1/audio/transcriptions` */
export declare function answerTranscription(incoming: Incoming): Promise<Reply>;
