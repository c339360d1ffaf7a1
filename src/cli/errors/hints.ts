import { InferenceClientHubApiError, InferenceClientProviderApiError } from "../../errors.ts";
import { ERRORS, type ErrorCode } from "./catalogue.ts";
import { type Subject, subjectOf } from "./subject.ts";

/** Facts that a hint may use besides the code. */
interface Facts extends Subject {
	/** Seconds to wait, according to the service. */
	retryAfter: number | undefined;
}

type Hint = string | ((facts: Facts) => string);

const LOGIN = ERRORS["no-token"].fix;

/** Hints that say more than the fix of the catalogue. */
const HINTS: Partial<Record<ErrorCode, Hint>> = {
	unauthorized: ({ tokenSource }) =>
		tokenSource
			? `The token from ${tokenSource} was not accepted. Check it, or store another with hub login.`
			: `No token was found. ${LOGIN}`,
	forbidden:
		"The token may not do this: it needs the right to call inference providers, and access to the model if it is gated.",
	"rate-limited": ({ retryAfter }) => `Try again ${describeWait(retryAfter)}, or choose another provider (-p).`,
	unavailable: ({ retryAfter }) => `Try again ${describeWait(retryAfter)}, or choose another provider (-p).`,
	"provider-failed": "The fault is the provider's. Try again later, or another provider (-p).",
	"malformed-answer": `${ERRORS["malformed-answer"].message} ${ERRORS["malformed-answer"].fix}`,
	"job-failed": `${ERRORS["job-failed"].message} ${ERRORS["job-failed"].fix}`,
	"job-timeout": `${ERRORS["job-timeout"].message} ${ERRORS["job-timeout"].fix}`,
	unexpected: `${ERRORS.unexpected.cause} ${ERRORS.unexpected.fix}`,
};

/** The hub answers about models and accounts, so its errors have other meanings than a provider's. */
const HUB_HINTS: Partial<Record<ErrorCode, Hint>> = {
	unauthorized: (facts) =>
		facts.tokenSource ? resolve(HINTS.unauthorized, facts) : `The model may not exist, or is private. ${LOGIN}`,
	forbidden: "If the model is gated, ask for access on its page, and use a token that may read it.",
	"hub-failed": "The fault is the hub's. Try again later.",
	"not-found": "Check the model id; hub models WORD searches for it.",
	"rate-limited": ({ retryAfter }) => `Try again ${describeWait(retryAfter)}.`,
	unavailable: ({ retryAfter }) => `Try again ${describeWait(retryAfter)}.`,
};

/** Returns how to fix an error. */
export function hintFor(error: unknown, code: ErrorCode): string {
	const isHub = error instanceof InferenceClientHubApiError;
	const retryAfter =
		isHub || error instanceof InferenceClientProviderApiError ? error.httpResponse.retryAfter : undefined;
	const hint = (isHub && HUB_HINTS[code]) || HINTS[code] || ERRORS[code].fix;
	return resolve(hint, { ...subjectOf(error), retryAfter });
}

function resolve(hint: Hint = "", facts: Facts): string {
	return typeof hint === "function" ? hint(facts) : hint;
}

function describeWait(retryAfter: number | undefined): string {
	return retryAfter === undefined ? "later" : `in ${Math.ceil(retryAfter)} s`;
}
