import { InferenceClientDownloadError } from "../../errors.ts";
import { describeResponse, isConnectionFailure, readErrorText, readFile } from "../../http/index.ts";
import type { Transport } from "../types.ts";

/** How a failed download is reported. */
export interface DownloadError {
	/** `{url}` stands for the URL, `{detail}` for the status text, or what went wrong while the body was read. */
	text?: string;
	/** Request headers to show; none are sent. */
	headers?: Record<string, string>;
}

/** Sends a GET for a file, without token or other headers. */
export async function fetchFile(
	{ fetch, signal, limits, storeFile }: Transport,
	url: string,
	{ text = "Failed to download {url}", headers }: DownloadError = {},
): Promise<Blob> {
	const response = await fetch(url, signal ? { signal } : {});
	const fail = (detail: string, body: unknown): InferenceClientDownloadError =>
		new InferenceClientDownloadError(
			text.replace("{url}", () => url).replace("{detail}", () => detail),
			{ url, method: "GET", ...(headers ? { headers } : {}) },
			describeResponse(response, body),
		);
	if (!response.ok) throw fail(response.statusText, await readErrorText(response, limits));
	try {
		return await readFile(response, limits, storeFile);
	} catch (cause) {
		if (signal?.aborted || !isConnectionFailure(cause) || !text.includes("{detail}")) throw cause;
		throw fail(cause instanceof Error ? cause.message : String(cause), "");
	}
}
