/** A device that runs models. */
export interface HardwareSpec {
    /** Approximate speed in teraflops: FP16 of a GPU, FP32 of a CPU. */
    tflops: number;
    /** Sizes of memory it is sold with, in GB. */
    memory?: number[];
    /** Price at launch, in US dollars. */
    msrp?: number;
    /** In watts. */
    power?: number;
    releaseYear?: number;
    /** Other names it is known by. */
    aliases?: string[];
}
export interface NvidiaHardwareSpec extends HardwareSpec {
    /** Version of the hardware's features, such as 8.9; see `COMPUTE_CAPABILITIES`. */
    computeCapability?: number;
}
export interface AmdGpuHardwareSpec extends HardwareSpec {
    /** Name of the hardware's architecture, such as `gfx942`. */
    gfxVersion?: string;
}
/** Devices by kind, maker and name. */
interface Skus {
    GPU: {
        NVIDIA: Record<string, NvidiaHardwareSpec>;
        AMD: Record<string, AmdGpuHardwareSpec>;
        INTEL: Record<string, HardwareSpec>;
        QUALCOMM: Record<string, HardwareSpec>;
    };
    CPU: {
        Intel: Record<string, HardwareSpec>;
        AMD: Record<string, HardwareSpec>;
    };
    "Apple Silicon": {
        "-": Record<string, HardwareSpec>;
    };
}
/** Kind of a device. */
export type SkuType = keyof Skus;
/** Devices by kind, maker and name. */
export declare const SKUS: Skus;
/** Sizes of memory to choose from, in GB. */
export declare const DEFAULT_MEMORY_OPTIONS: readonly number[];
/** NVIDIA's compute capability of each architecture. */
export declare const COMPUTE_CAPABILITIES: Readonly<Record<string, number>>;
/** Computation of a training run from which the EU's AI Act presumes a systemic risk, in teraflops. */
export declare const TFLOPS_THRESHOLD_EU_AI_ACT_MODEL_TRAINING_TOTAL: number;
/** Speed of a cluster that the US executive order 14110 names, in teraflops per second. */
export declare const TFLOPS_THRESHOLD_WHITE_HOUSE_CLUSTER: number;
/** Computation of a training run that the US executive order 14110 names, in teraflops. */
export declare const TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL: number;
/** The same for models trained mainly on biological sequences, in teraflops. */
export declare const TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL_BIOLOGY: number;
export {};
