/** What ends the work for a client that has gone. */
export function clientLeft(): DOMException {
	return new DOMException("The client left", "AbortError");
}
