let lastNumber = 0;

/** Returns an id for a client's request, unique in this process. */
export function createRequestId(now: number): string {
	return `req_${now.toString(36)}${(++lastNumber).toString(36)}`;
}
