import type { ModelData } from "../../catalogue/index.ts";
import { type Snippet } from "./snippet.ts";
/** The model page replaces `{{GGUF_FILE}}` and relies on the layout. */
export declare function llamaCppPython(model: ModelData): Snippet[];
