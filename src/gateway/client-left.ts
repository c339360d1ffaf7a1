/** The reason to cancel work when the client has disconnected. */
export function clientLeft(): DOMException {
	return new DOMException("The client left", "AbortError");
}
