/** Words that a name of a secret contains, between underscores. */
const WORDS =
	/(?:^|_)(?:auth|authorization|bearer|cookies?|creds?|credentials?|dsn|jwt|keys?|mnemonic|otp|pass|passcode|pat|pwd|sas|sig|signature|webhook)(?:_|$)/;
/** Ends of words, which are often written without an underscore: `PGPASSWORD`. */
const ENDS =
	/(?:api_?key|access_?key|secret_?key|private_?key|connection_?string|credentials?|passphrase|passwd|password|secrets?|token)(?:_|$)/;
/** Several tokens are secrets only if they give access: `MAX_TOKENS` is a number. */
const TOKENS = /(?:access|api|auth|bearer|refresh|secret)_tokens(?:_|$)/;
/** Keys that everybody may know, and the working folder. */
const OPEN = /(?:^|_)(?:cache|idempotency|public|websocket)_key(?:_|$)|^pwd$/;

/**
 * Whether the name of a variable, a header or a field says that its value is a secret. The one list of such names:
 * recordings, logs, errors and questions use it. What a value looks like is told by `Secrets` in `src/exchange`.
 */
export function isSecretName(name: string): boolean {
	const words = name
		.replace(/([a-z0-9])([A-Z])/g, "$1_$2")
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, "_");
	return !OPEN.test(words) && [WORDS, ENDS, TOKENS].some((form) => form.test(words));
}
