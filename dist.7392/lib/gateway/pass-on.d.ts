/** Fields of a request that are passed on. */
export declare function passOn(fields: Readonly<Record<string, unknown>>, ...handled: string[]): Record<string, unknown>;
