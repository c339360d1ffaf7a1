/** An error from which every service makes its own error body. */
export declare class ServiceFailure extends Error {
    name: string;
    /** `invalid` takes the status the service uses for bad input, 400 or 422. */
    readonly status: number | "invalid";
    /** Machine-readable word, such as `model_not_found`. */
    readonly code: string | undefined;
    /** Path of the member of the body that is wrong. */
    readonly field: readonly string[];
    readonly headers: Readonly<Record<string, string>>;
    constructor(status: number | "invalid", message: string, details?: {
        code?: string;
        field?: readonly string[];
        headers?: Readonly<Record<string, string>>;
    });
}
/** Returns a member of the body that is missing or wrong. `field` is its path, dotted. */
export declare function invalid(field: string, message: string): ServiceFailure;
export declare function missing(field: string): ServiceFailure;
export declare function notFound(message: string, code?: string): ServiceFailure;
