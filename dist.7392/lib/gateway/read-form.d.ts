import type { Incoming } from "./incoming.ts";
import type { ReadForm } from "./types.ts";
/** Reads a form. @throws GatewayError 400, 413 or 415 */
export declare function readForm({ request, services }: Incoming): Promise<ReadForm>;
/** The file of a form. @throws GatewayError where there is none, or a text in its place */
export declare function takeFile(form: FormData, ...names: string[]): Blob;
/** The text fields of a form; numbers, true, false and JSON are read as such. */
export declare function formFields(form: FormData): Record<string, unknown>;
