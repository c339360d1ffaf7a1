/** Whether a chat model takes images, as far as its name tells. */
export declare function seesImages(model: string): boolean;
/** Returns a record for any model, plausible and always the same; `inferenceProviderMapping` included. */
export declare function createRecord(model: string, now: number): Record<string, unknown> & {
    id: string;
};
