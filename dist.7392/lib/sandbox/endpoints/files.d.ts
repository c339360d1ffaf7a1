import type { BatchFile } from "../batch-jobs.ts";
import type { IncomingCall } from "../types.ts";
/** Takes a file as OpenAI defined it: a form with `file` and `purpose`. */
export declare function uploadFile(incoming: IncomingCall): Promise<Response>;
/** Stores a text as a file. */
export declare function saveFile({ state }: IncomingCall, name: string, purpose: string, text: string): BatchFile;
export declare function listFiles({ state }: IncomingCall): Response;
export declare function readFile(incoming: IncomingCall): Response;
export declare function readFileContent(incoming: IncomingCall): Response;
export declare function deleteFile(incoming: IncomingCall): Response;
