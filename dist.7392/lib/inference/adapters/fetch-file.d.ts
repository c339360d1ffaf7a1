import type { Transport } from "../types.ts";
/** How a failed download is reported. */
export interface DownloadError {
    /** `{url}` stands for the URL, `{detail}` for the status text, or what went wrong while the body was read. */
    text?: string;
    /** Request headers to show; none are sent. */
    headers?: Record<string, string>;
}
/** Sends a GET for a file, without token or other headers. */
export declare function fetchFile({ fetch, signal, limits, storeFile }: Transport, url: string, { text, headers }?: DownloadError): Promise<Blob>;
