/** Returns the answer to requests that need a real model. */
export function noModel(hint: string): string {
	return `Sandbox: no model here. Try ${hint}, or a real provider.`;
}
