/**
 * Words of names of secrets: first those between underscores, then ends of words, which are often written without one
 * (`PGPASSWORD`). Several tokens are secrets only if they give access: `MAX_TOKENS` is a number.
 */
const SECRET =
	/(?:(?:^|_)(?:auth|authorization|bearer|cookies?|creds?|dsn|jwt|keys?|mnemonic|otp|pass|pat|pwd|sas|sig|signature|webhook)|(?:access|api|private|secret)key|connection_?string|credentials?|pass(?:code|phrase|wd|word)|secrets?|token|(?:access|api|refresh)_tokens)(?:_|$)/;
/** Keys that are public, and the working folder. */
const OPEN = /(?:cache|idempotency|public|websocket)_key|^pwd$/;

/**
 * Whether the name of a variable, a header or a field indicates a secret. The only list of such names:
 * recordings, logs, errors and questions use it. `Secrets` recognizes secrets by their value in `src/exchange`.
 */
export function isSecretName(name: string): boolean {
	const split = (text: string): string => text.toLowerCase().replace(/[^a-z\d]+/g, "_");
	// `apiKey` is two words; `aUthorization` is a header in its own spelling.
	const forms = [split(name.replace(/([a-z\d])([A-Z])/g, "$1_$2")), split(name)];
	return !forms.some((form) => OPEN.test(form)) && forms.some((form) => SECRET.test(form));
}
