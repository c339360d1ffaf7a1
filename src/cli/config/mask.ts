/** Of a shorter secret, the end would reveal too much. */
const MIN_HIDDEN = 6;

/** Returns a secret in a form to display, enough to recognize it: `hf_…1234`. */
export function maskSecret(secret: string): string {
	const prefix = /^(?:hf|sk|r8|gsk|nvapi)[_-]/.exec(secret)?.[0] ?? "";
	const end = secret.length - prefix.length >= MIN_HIDDEN + 4 ? secret.slice(-4) : "";
	return `${prefix}…${end}`;
}
