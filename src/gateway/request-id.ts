let lastNumber = 0;

/** An id for a request of a client, unlike all others of this process. */
export function createRequestId(now: number): string {
	return `req_${now.toString(36)}${(++lastNumber).toString(36)}`;
}
