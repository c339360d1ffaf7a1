import { type Reply } from "./reply.ts";
import type { Services } from "./services.ts";
import type { GatewayRequest } from "./types.ts";
/** The page of calls: who may open it, its files and its data. */
export declare class Page {
    private readonly services;
    /** Codes of links that were not opened yet. */
    private readonly codes;
    /** Values of the cookies that were given. */
    private readonly sessions;
    constructor(services: Services);
    /** A path that opens the page once. */
    createLink(): string;
    /** `GET /`: the page; with the code of a link first a cookie, then the page without the code in its URL. */
    answer(request: GatewayRequest, url: URL): Reply;
    /** A file of the page. They tell of no call, and so need no cookie. */
    answerFile(name: "script" | "style"): Reply;
    /** `GET /calls`: the last calls, the newest first. */
    answerCalls(request: GatewayRequest): Reply;
    /** `GET /calls/{id}`: one with request and answer. */
    answerCall(request: GatewayRequest, id: string): Reply;
    private check;
    private isOpen;
}
