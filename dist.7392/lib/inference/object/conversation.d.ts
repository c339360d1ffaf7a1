import type { ChatCompletionOutput } from "../io/chat.ts";
import type { Args, BaseArgs, CallOptions } from "../types.ts";
import type { ObjectPlan } from "./plan.ts";
/** How often, and how, a model is asked. */
export interface ObjectRules {
    repairs: number;
    schemaIn: "schema" | "instructions";
}
/** The requests for one value: the first, and those that ask again. */
export declare class ObjectConversation {
    private readonly plan;
    private readonly args;
    private readonly options;
    private messages;
    private schemaIn;
    private repairsLeft;
    constructor(plan: ObjectPlan, args: BaseArgs & Args, rules: ObjectRules, options: Pick<CallOptions, "onNotice">);
    /** The arguments of the next request. */
    get request(): BaseArgs & Args;
    /** Handles an error of the last request: true where it is sent again without the schema as a parameter. */
    retriesWithout(error: unknown): boolean;
    /**
     * Takes an answer.
     * @returns the value; undefined where the next request asks for it again
     * @throws ProviderOutputError where the answer was cut or refused, or does not follow the schema and nothing is left
     */
    take(completion: ChatCompletionOutput): Promise<{
        value: unknown;
    } | undefined>;
    private tellInstructions;
}
/** Returns the text of a message's content, which may be a list of parts. */
export declare function readText(content: unknown): string;
