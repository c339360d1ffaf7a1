import { getJson } from "./models.ts";
import { type HubOptions, hubBase } from "./request.ts";

/** The owner of a token. */
export interface Account {
	name: string;
	fullname?: string;
	/** `user`, `org` or `app`. */
	type?: string;
	orgs?: { name: string }[];
	auth?: { accessToken?: { displayName?: string; role?: string } };
}

/**
 * Asks the hub for the owner of `options.accessToken`.
 * @throws HubApiError with status 401 if the token is invalid
 */
export async function whoami(options: HubOptions): Promise<Account> {
	return (await getJson(`${hubBase(options)}/api/whoami-v2`, options, "Failed to find out who you are")) as Account;
}
