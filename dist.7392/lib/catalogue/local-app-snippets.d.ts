import type { ModelData } from "./model-data.ts";
/** One method of running a model, or one step of it. */
export interface LocalAppSnippet {
    title: string;
    /** Commands to run once beforehand. */
    setup?: string;
    /** Commands; of several, each is shown by itself. */
    content: string | string[];
}
/** `hf.co` reference for Docker; only GGUF files come in several quantizations. */
declare function dockerRun(model: ModelData, filepath?: string): string;
declare function llamaCpp(model: ModelData, filepath?: string): LocalAppSnippet[];
declare function nodeLlamaCpp(model: ModelData, filepath?: string): LocalAppSnippet[];
declare function vllm(model: ModelData, filepath?: string): LocalAppSnippet[];
declare function sglang(model: ModelData): LocalAppSnippet[];
declare function mlxLm(model: ModelData): LocalAppSnippet[];
declare function textGenerationInference(model: ModelData): LocalAppSnippet[];
declare function localAi(model: ModelData, filepath?: string): LocalAppSnippet[];
declare function unsloth(): LocalAppSnippet[];
declare function lemonade(model: ModelData, filepath?: string): LocalAppSnippet[];
declare function pi(record: ModelData, filepath?: string): LocalAppSnippet[];
declare function hermesAgent(record: ModelData, filepath?: string): LocalAppSnippet[];
declare function openclaw(record: ModelData, filepath?: string): LocalAppSnippet[];
/** Commands of the programs that are started in a terminal. */
export declare const LOCAL_APP_SNIPPETS: {
    "llama.cpp": typeof llamaCpp;
    "node-llama-cpp": typeof nodeLlamaCpp;
    vllm: typeof vllm;
    sglang: typeof sglang;
    "mlx-lm": typeof mlxLm;
    tgi: typeof textGenerationInference;
    localai: typeof localAi;
    ollama: (model: ModelData, filepath?: string) => string;
    unsloth: typeof unsloth;
    "docker-model-runner": typeof dockerRun;
    lemonade: typeof lemonade;
    pi: typeof pi;
    "hermes-agent": typeof hermesAgent;
    openclaw: typeof openclaw;
};
/** Id of a program that is started in a terminal. */
export type SnippetAppKey = keyof typeof LOCAL_APP_SNIPPETS;
export {};
