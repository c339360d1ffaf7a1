/** The head of a response. */
export interface ResponseInfo {
	status: number;
	headers: Headers;
	/** Header `x-request-id`, or the empty string. */
	requestId: string;
	/** Id of the provider that was called; `auto` if the router chose. */
	provider: string;
}

/** The result of a call with the head of its response. */
export interface WithResponse<Data> {
	data: Data;
	response: ResponseInfo;
}

/** The promise of a call. */
export interface CallPromise<Output> extends Promise<Output> {
	/** Resolves with the result and the head of its response; for a polled job, the response to the first request. */
	withResponse(): Promise<WithResponse<Output>>;
}
