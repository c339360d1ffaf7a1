/** Something that takes a while, as a queue sees it. */
export interface Job {
    readonly id: string;
    /** How often its state was asked for. */
    polls: number;
    /** Why it will never succeed, if so. */
    failure: string | undefined;
    /** Never ends. */
    endless: boolean;
    /** Whether it was canceled before it ended. */
    canceled: boolean;
    /** Returns the result in the service's own form; made when first asked for. */
    result(): Promise<unknown>;
}
/** A file that is made when it is fetched. */
export interface StoredFile {
    readonly type: string;
    read(): Promise<Uint8Array<ArrayBuffer>>;
}
/** Jobs and files of one sandbox. */
export interface Jobs {
    readonly byId: BoundedMap<Job>;
    readonly files: BoundedMap<StoredFile>;
    /** Files of clients: announced first, then uploaded under the name they were given. */
    readonly uploads: BoundedMap<StoredFile>;
}
/** Returns the file of a name, made here or uploaded. */
export declare function findStoredFile({ files, uploads }: Jobs, name: string): StoredFile | undefined;
/** Ends a job that is not over yet. */
export declare function cancelJob(job: Job, pendingPolls: number): void;
/** State of a job after one more poll; `pendingPolls` is the number of polls before it is ready. */
export declare function pollJob(job: Job, pendingPolls: number): "queued" | "running" | "done" | "failed";
/** Keeps the last few: a sandbox may run for days. */
export declare class BoundedMap<Value> {
    #private;
    constructor(limit: number);
    get(key: string): Value | undefined;
    set(key: string, value: Value): void;
    values(): Iterable<Value>;
    delete(key: string): void;
}
/** The value of `make`, made once. */
export declare function once<Value>(make: () => Promise<Value>): () => Promise<Value>;
