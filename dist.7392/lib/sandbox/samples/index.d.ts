/** A built-in file. */
export interface Sample {
    /** Such as `street.jpg`. */
    name: string;
    /** Its media type, such as `image/jpeg`. */
    type: string;
    /** Description in a few words. */
    description: string;
    read(): Promise<Uint8Array<ArrayBuffer>>;
}
/** All built-in files, in the order they are listed. */
export declare const SAMPLES: readonly Sample[];
/** Returns the sample of a name, with or without `sample:` in front; undefined when there is none. */
export declare function findSample(name: string): Sample | undefined;
