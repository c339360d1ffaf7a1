import type { PipelineType } from "./ids.ts";
import { type LocalAppSnippet, type SnippetAppKey } from "./local-app-snippets.ts";
import type { ModelData } from "./model-data.ts";
export type { LocalAppSnippet } from "./local-app-snippets.ts";
/** Ids of all local apps. */
export declare const LOCAL_APP_KEYS: readonly ["llama.cpp", "node-llama-cpp", "vllm", "sglang", "mlx-lm", "tgi", "lmstudio", "localai", "jan", "atomic-chat", "backyard", "sanctum", "jellybox", "msty", "recursechat", "drawthings", "diffusionbee", "joyfusion", "invoke", "ollama", "unsloth", "docker-model-runner", "lemonade", "pi", "hermes-agent", "openclaw"];
/** Id of a program, such as `ollama`. */
export type LocalAppKey = (typeof LOCAL_APP_KEYS)[number];
interface LocalAppBase {
    prettyLabel: string;
    docsUrl: string;
    mainTask: PipelineType;
    /** Runs on macOS only. Default: false. */
    macOSOnly?: boolean;
    /** Whether it can run a model. */
    displayOnModelPage: (model: ModelData) => boolean;
}
/** A program that a URL opens. */
export interface DeeplinkApp extends LocalAppBase {
    /** Address that opens the model, or one of its files, in the program. */
    deeplink: (model: ModelData, filepath?: string) => URL;
}
/** A program that is started by commands. */
export interface SnippetApp extends LocalAppBase {
    /**
     * Commands that run the model, or one of its files. Without a file they contain the placeholders
     * `{{GGUF_FILE}}` and `{{QUANT_TAG}}`.
     */
    snippet: (model: ModelData, filepath?: string) => string | string[] | LocalAppSnippet | LocalAppSnippet[];
}
/** A program that runs models on the user's own machine. */
export type LocalApp = DeeplinkApp | SnippetApp;
/** All programs, in the order in which they are offered. */
export declare const LOCAL_APPS: Record<SnippetAppKey, SnippetApp> & Record<Exclude<LocalAppKey, SnippetAppKey>, DeeplinkApp>;
