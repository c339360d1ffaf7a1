/** Members of a JSON body, read and checked. */
export declare class Fields {
    #private;
    readonly all: Readonly<Record<string, unknown>>;
    constructor(all: Readonly<Record<string, unknown>>);
    get(name: string): unknown;
    /** @throws ServiceFailure when it is there and no text */
    text(name: string): string | undefined;
    /** @throws ServiceFailure when it is missing, empty or no text */
    requireText(name: string): string;
    /** @throws ServiceFailure when it is there and no number, or out of range */
    number(name: string, least?: number, most?: number): number | undefined;
    /** @throws ServiceFailure when it is there and no whole number, or out of range */
    integer(name: string, least?: number, most?: number): number | undefined;
    /** @throws ServiceFailure when it is there and neither true nor false */
    flag(name: string): boolean;
    /** @throws ServiceFailure when it is there and no object */
    object(name: string): Record<string, unknown> | undefined;
}
/**
 * Reads a JSON body that must be an object.
 * @throws ServiceFailure 415 for another content type, else the service's status for bad input
 */
export declare function readFields(request: Request): Promise<Fields>;
/**
 * Reads a form.
 * @throws ServiceFailure 415 for another content type, 413 when it is too large, else the service's status for bad input
 */
export declare function readForm(request: Request): Promise<FormData>;
/**
 * Reads a body and stops at the limit.
 * @throws ServiceFailure 413 when it is larger than the sandbox takes
 */
export declare function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>>;
/** @throws ServiceFailure when the text is not a JSON object, or holds too many values */
export declare function parseObject(text: string): Record<string, unknown>;
/** @throws ServiceFailure when texts are longer together than the sandbox takes */
export declare function checkLength(field: string, texts: readonly string[], limit: number): void;
