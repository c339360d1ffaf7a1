import { isNumber, isTime, keepFields } from "../base/check-fields.ts";
import { parseJson, readMember } from "../http/index.ts";
import { getFromHub, type HubOptions, hubBase, hubError } from "./get-from-hub.ts";

/** The credit of an account for calls of providers in the current month, in US dollars. */
export interface Credit {
	/** What the plan includes. */
	included: number;
	/** What was spent since the month began. */
	used: number;
	/** What is left of `included`. */
	left: number;
	/** ISO 8601 time at which the month of the account ends; absent if Hugging Face does not report it. */
	periodEnd?: string;
}

const NANO = 1e9;
/** Statuses for a token that may not read this, and for a site that has no such page. */
const UNTOLD = [401, 403, 404];

interface UsageRecord {
	includedNanoUsd: number;
	usedNanoUsd: number;
	periodEnd: string;
}

/**
 * Requests the credit of the owner of `options.accessToken` from Hugging Face.
 * @param now milliseconds since 1970
 * @returns undefined if the token may not read it, or Hugging Face does not report amounts
 * @throws HubApiError if Hugging Face fails
 */
export async function fetchCredit(now: number, options: HubOptions): Promise<Credit | undefined> {
	const date = new Date(now);
	const seconds = {
		startDate: String(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()) / 1000),
		endDate: String(Math.floor(now / 1000)),
	};
	const url = `${hubBase(options)}/api/settings/billing/usage-v2?${new URLSearchParams(seconds)}`;
	const failure = "Failed to read your credit";
	const { response, text } = await getFromHub(url, failure, options);
	if (UNTOLD.includes(response.status)) return undefined;
	if (!response.ok) throw hubError(failure, url, response, text, options);
	const record = readMember(readMember(parseJson(text), "usage"), "inferenceProviders");
	const fields = keepFields<UsageRecord>((record ?? {}) as Record<string, unknown>, {
		includedNanoUsd: isAmount,
		usedNanoUsd: isAmount,
		periodEnd: isTime,
	});
	const { includedNanoUsd: included, usedNanoUsd: used, periodEnd } = fields;
	if (included === undefined || used === undefined) return undefined;
	return {
		included: included / NANO,
		used: used / NANO,
		left: Math.max(0, included - used) / NANO,
		...(periodEnd === undefined ? {} : { periodEnd }),
	};
}

const isAmount = (value: unknown): boolean => isNumber(value) && Number.isFinite(value) && Number(value) >= 0;
