import type { IncomingCall } from "../types.ts";
/** Queues a job for a video. */
export declare function queueNovitaVideo(incoming: IncomingCall): Promise<Response>;
/** Makes a video at once: the form that huggingface_hub uses, `v3/hf/ID`. */
export declare function answerNovitaVideo(incoming: IncomingCall): Promise<Response>;
export declare function pollNovita(incoming: IncomingCall): Promise<Response>;
