import { type HubOptions } from "./request.ts";
/** Whose token it is. */
export interface Account {
    name: string;
    fullname?: string;
    /** `user`, `org` or `app`. */
    type?: string;
    orgs?: {
        name: string;
    }[];
    auth?: {
        accessToken?: {
            displayName?: string;
            role?: string;
        };
    };
}
/**
 * Asks the hub whose token `options.accessToken` is.
 * @throws HubApiError, status 401, when the token is not valid
 */
export declare function whoami(options: HubOptions): Promise<Account>;
