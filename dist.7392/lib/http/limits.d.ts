/** How many bytes of a response are read, counted after decompression. */
export interface Limits {
    /** Bytes kept of the body of an error; the rest is not read. Default 1 MiB. */
    errorBytes?: number | undefined;
    /** Largest JSON response. Default 64 MiB. */
    jsonBytes?: number | undefined;
    /** Largest event of a stream. Default 64 MiB. */
    eventBytes?: number | undefined;
    /** Largest file. Default 2 GiB. */
    fileBytes?: number | undefined;
}
/** Returns the limit in force. */
export declare function limitOf(name: keyof Limits, limits: Limits | undefined): number;
/** Error message for a response above its limit. */
export declare function describeExcess(name: keyof Limits, limit: number): string;
