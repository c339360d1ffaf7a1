import type { Template } from "./templates.ts";
/** The kind of response, which decides how a raw snippet reads it. Media may also come as JSON. */
export type Answer = "json" | "chat" | "chunks" | "text" | "image" | "video" | "audio";
/** Returns the kind of response to this kind of request. */
export declare function answerOf(template: Template): Answer;
