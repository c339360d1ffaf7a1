/** A shorter rest would give away too much by its end. */
const LEAST_HIDDEN = 6;

/** Returns a secret as people may see it, enough to tell it from another: `hf_…1234`. */
export function maskSecret(secret: string): string {
	const prefix = /^(?:hf|sk|r8|gsk|nvapi)[_-]/.exec(secret)?.[0] ?? "";
	const end = secret.length - prefix.length >= LEAST_HIDDEN + 4 ? secret.slice(-4) : "";
	return `${prefix}…${end}`;
}
