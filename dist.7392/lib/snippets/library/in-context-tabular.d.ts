import { type Snippet } from "./snippet.ts";
export declare function contexttab(): Snippet[];
export declare function sapRpt1Oss(): Snippet[];
export declare function flextab(): Snippet[];
