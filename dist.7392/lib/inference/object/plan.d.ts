import type { ChatCompletionInputGrammarType } from "../io/chat.ts";
import type { AnswerSchema } from "./types.ts";
/** The result of reading an answer: its value, or its problems. */
export type Reading = {
    value: unknown;
} | {
    problems: string;
};
/** A prepared schema: what is sent for it, and how answers are read. */
export interface ObjectPlan {
    /** The schema in the form that every provider takes, as a parameter of a chat. */
    format: ChatCompletionInputGrammarType;
    /** The same for the system message. */
    instructions: string;
    /** The schema that is sent, as JSON. */
    schema: string;
    /** Reads a whole answer and checks it against the whole schema. */
    read(answer: string): Promise<Reading>;
    /** As `read`, without the checks that only a Standard Schema makes. */
    readNow(answer: string): Reading;
    /** Reads the beginning of an answer; undefined where nothing has come yet. */
    readPartial(answer: string): unknown;
}
/**
 * Prepares a schema for sending.
 * @throws InputError where it is not a schema, or a Standard Schema without a JSON schema
 */
export declare function planObject(schema: AnswerSchema): ObjectPlan;
