/** Returns the answer where only a model could answer. */
export function noModel(hint: string): string {
	return `Sandbox: no model here. Try ${hint}, or a real provider.`;
}
