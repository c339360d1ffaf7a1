import type { InferenceClientError } from "../../errors.ts";
import type { ProviderResponse } from "../types.ts";
import { type DownloadError } from "./fetch-file.ts";
/** Whether a value can be the URL of a file: an http(s) URL, or a path on the service's host. */
export declare function isFileUrl(value: unknown): value is string;
/** A Blob that can be a file: error pages and empty responses are Blobs too. */
export declare function isFile(value: unknown): value is Blob;
/**
 * Fetches the file that a response points to, without any header, so that file hosts never receive a key. Data URLs are
 * decoded; schemes other than http and https are rejected.
 * @param malformed makes the error for a value that is not the URL of a file
 * @throws ProviderApiError when the file cannot be fetched
 */
export declare function download(response: ProviderResponse, url: unknown, malformed: () => InferenceClientError, error?: DownloadError): Promise<Blob>;
