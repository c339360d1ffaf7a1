/** Strings that must not be shown, each with its replacement. Entries are only ever added. */
export class Secrets {
	readonly #names = new Map<string, string>();

	/** @param name shown instead, such as `$HF_TOKEN` */
	add(secret: string, name = "[redacted]"): void {
		this.#names.set(secret, name);
	}

	/** Returns the text with every secret replaced by its name. */
	hide(text: string): string {
		let hidden = text;
		// Shorter ones would match parts of ordinary words.
		for (const [secret, name] of this.#names) if (secret.length >= 4) hidden = hidden.replaceAll(secret, name);
		return hidden;
	}
}
