import type { IncomingCall } from "./types.ts";
/** The dataset viewer: which Parquet files a dataset has, and the files themselves. */
export declare function answerDatasets(incoming: IncomingCall): Promise<Response>;
