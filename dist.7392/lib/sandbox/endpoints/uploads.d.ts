import type { IncomingCall } from "../types.ts";
/** Announces an upload to fal.ai's storage: where the bytes are to be put, and where the file can then be read. */
export declare function startFalUpload(incoming: IncomingCall): Promise<Response>;
/** Takes a file in Replicate's form: a form with `content`. */
export declare function uploadReplicateFile(incoming: IncomingCall): Promise<Response>;
/** Takes the bytes of an upload that was announced. */
export declare function receiveUpload({ state, request }: IncomingCall, name: string): Promise<Response>;
