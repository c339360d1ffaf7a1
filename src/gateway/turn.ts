/** Lets other requests be served before a long computation goes on. */
export function nextTurn(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve));
}
