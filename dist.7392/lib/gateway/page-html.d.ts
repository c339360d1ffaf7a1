import type { Reply } from "./reply.ts";
/** Headers of everything the page consists of. */
export declare const SAFE_HEADERS: Readonly<Record<string, string>>;
/** A page that only says something. */
export declare function notice(status: number, text: string): Reply;
/** A page without inline script or style. */
export declare function html(status: number, head: string, body: string): Reply;
