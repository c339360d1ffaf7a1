import { Fields } from "../body.ts";
/** A request to hf-inference. */
export interface HfInput {
    model: string;
    inputs: unknown;
    parameters: Fields;
    /** All members of the JSON body. */
    fields: Fields;
    /** The body as it came, unless it was JSON. */
    raw: Uint8Array<ArrayBuffer> | undefined;
}
/**
 * Reads a request: JSON, or the bytes of an image or audio.
 * @throws ServiceFailure when it is neither
 */
export declare function readHfInput(request: Request, model: string): Promise<HfInput>;
/**
 * Returns the input as one text.
 * @throws ServiceFailure when it is not a string
 */
export declare function requireInputText({ inputs }: HfInput): string;
/**
 * Returns the input as one text or several.
 * @throws ServiceFailure when it is neither
 */
export declare function requireInputTexts({ inputs }: HfInput): string[];
/**
 * Returns the bytes of an image or audio: the body itself, or base64 in `inputs` or a member of it.
 * @throws ServiceFailure when there are none
 */
export declare function requireBytes(input: HfInput, value?: unknown): Uint8Array<ArrayBuffer>;
/** @throws ServiceFailure when there are no labels, or too many */
export declare function checkLabels(labels: readonly string[]): void;
