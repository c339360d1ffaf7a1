import { type Source } from "./schema-value.ts";
export interface Tool {
    name: string;
    description: string;
    parameters: unknown;
}
/** A call of a tool; `arguments` is JSON text. */
export interface ToolCall {
    name: string;
    arguments: string;
}
/** Which tool has to be called, whether any, or none. */
export type ToolChoice = "auto" | "none" | "required" | {
    name: string;
};
/** @throws ServiceFailure when the tools are not described as they should be */
export declare function readTools(value: unknown): Tool[];
/** @throws ServiceFailure when the choice is none, or names an unknown tool */
export declare function readToolChoice(value: unknown, tools: readonly Tool[]): ToolChoice;
/** Returns the call of a tool that a message asks for; undefined when the tools have nothing to do with it. */
export declare function callTool(tools: readonly Tool[], choice: ToolChoice, source: Source): ToolCall | undefined;
