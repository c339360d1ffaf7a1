import type { StreamForm } from "./stream.ts";
/** Passes the events of a chat on as they came, without the usage that only hub asked for. */
export declare class ChatForm implements StreamForm {
    private readonly isUsageWanted;
    private hasEnd;
    constructor(isUsageWanted: boolean);
    push(text: string): string;
    end(): string;
    fail(error: object): string;
}
