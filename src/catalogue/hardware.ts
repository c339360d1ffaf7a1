import data from "./data/hardware.json" with { type: "json" };

/** A device that runs models. */
export interface HardwareSpec {
	/** Approximate speed in teraflops: FP16 of a GPU, FP32 of a CPU. */
	tflops: number;
	/** Available memory sizes, in GB. */
	memory?: number[];
	/** Price at launch, in US dollars. */
	msrp?: number;
	/** In watts. */
	power?: number;
	releaseYear?: number;
	/** Other names. */
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

/** Computation of a training run from which the EU's AI Act presumes a systemic risk, in teraflops. */
export const TFLOPS_THRESHOLD_EU_AI_ACT_MODEL_TRAINING_TOTAL: number =
	data.thresholds.TFLOPS_THRESHOLD_EU_AI_ACT_MODEL_TRAINING_TOTAL;

/** Speed of a cluster that the US executive order 14110 names, in teraflops per second. */
export const TFLOPS_THRESHOLD_WHITE_HOUSE_CLUSTER: number = data.thresholds.TFLOPS_THRESHOLD_WHITE_HOUSE_CLUSTER;

/** Computation of a training run that the US executive order 14110 names, in teraflops. */
export const TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL: number =
	data.thresholds.TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL;

/** The same for models trained mainly on biological sequences, in teraflops. */
export const TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL_BIOLOGY: number =
	data.thresholds.TFLOPS_THRESHOLD_WHITE_HOUSE_MODEL_TRAINING_TOTAL_BIOLOGY;
