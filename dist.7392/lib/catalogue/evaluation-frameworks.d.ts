/** A program that evaluates models. */
export interface EvaluationFramework {
    name: string;
    /** The abilities it measures. */
    description: string;
    url: string;
}
declare const EVALUATION_FRAMEWORK_KEYS: readonly ["exgentic", "inspect-ai", "math-arena", "mteb", "olmocr-bench", "harbor", "ifstruct", "pier", "redline-bench", "archipelago", "benchflow", "apex-evals", "screenspot-pro", "swe-bench", "swe-bench-pro", "nemo-evaluator", "yc-bench", "open-asr-leaderboard", "mdpbench", "real5-omnidocbench", "parsebench", "video-mme-v2", "claw-eval", "researchclawbench", "pbench", "wildclawbench", "wbench", "nanofold", "mmmu", "extractbench"];
/** Id of an evaluation framework. */
export type EvaluationFrameworkKey = (typeof EVALUATION_FRAMEWORK_KEYS)[number];
/** Benchmarks and the programs that run them, whose results the hub shows. */
export declare const EVALUATION_FRAMEWORKS: Record<EvaluationFrameworkKey, EvaluationFramework>;
export {};
