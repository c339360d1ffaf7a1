import type { Incoming } from "./incoming.ts";
import type { Page } from "./page.ts";
import { type Reply } from "./reply.ts";
/** Routes of the gateway. */
export interface Route {
    method: "GET" | "POST";
    /** For messages and metrics. */
    path: string;
    pattern: RegExp;
    /** `open`: no key; `page`: key or cookie, checked by the page; else the key. */
    access?: "open" | "page";
    /** Calls a model: refused while the gateway drains. */
    isCall?: true;
    handle(incoming: Incoming, page: Page): Reply | Promise<Reply>;
}
/** Every route. */
export declare const ROUTES: readonly Route[];
