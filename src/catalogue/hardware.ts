import data from "./data/hardware.json" with { type: "json" };

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
	CPU: { Intel: Record<string, HardwareSpec>; AMD: Record<string, HardwareSpec> };
	"Apple Silicon": { "-": Record<string, HardwareSpec> };
}

/** Kind of a device. */
export type SkuType = keyof Skus;

/** Devices by kind, maker and name. */
export const SKUS: Skus = data.skus;

/** Sizes of memory to choose from, in GB. */
export const DEFAULT_MEMORY_OPTIONS: readonly number[] = data.defaultMemoryOptions;

/** NVIDIA's compute capability of each architecture. */
export const COMPUTE_CAPABILITIES: Readonly<Record<string, number>> = data.computeCapabilities;

/** Amounts of computation from which a law applies, in teraflops; a cluster's is per second. */
export const {
	TFLOPS_THRESHOLD_EU_AI_ACT_MODEL_TRAINING_TOTAL,
	TFLOPS_THRESHOLD_WHITE_HOUSE_CLUSTER,
	TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL,
	TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL_BIOLOGY,
}: Readonly<Record<keyof typeof data.thresholds, number>> = data.thresholds;
