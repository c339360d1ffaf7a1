import type { PipelineType } from "./ids.ts";
import type { WidgetExample } from "./widget-examples.ts";

/** The special tokens a tokenizer configuration may name. */
export const SPECIAL_TOKENS_ATTRIBUTES = [
	"bos_token",
	"eos_token",
	"unk_token",
	"sep_token",
	"pad_token",
	"cls_token",
	"mask_token",
] as const;

/** A special token with the rules for the white space around it. */
export interface AddedToken {
	__type: "AddedToken";
	content?: string;
	lstrip?: boolean;
	normalized?: boolean;
	rstrip?: boolean;
	single_word?: boolean;
}

/** Special tokens of a tokenizer, by name. */
export type SpecialTokensMap = {
	[Name in (typeof SPECIAL_TOKENS_ATTRIBUTES)[number]]?: string | AddedToken | null;
};

/** The part of `tokenizer_config.json` Hugging Face keeps in a model record. */
export interface TokenizerConfig extends SpecialTokensMap {
	use_default_system_prompt?: boolean;
	/** Jinja source, or several named ones. */
	chat_template?: string | { name: string; template: string }[];
}

/** How to load a model with `transformers`. */
export interface TransformersInfo {
	/** Class to load it with, such as `AutoModelForCausalLM`. */
	auto_model: string;
	/** Class in the repository's own code; needs `trust_remote_code`. */
	custom_class?: string;
	pipeline_tag?: PipelineType;
	/** Class of its tokenizer or processor, such as `AutoTokenizer`. */
	processor?: string;
}

/** Hugging Face's record of a model. Only `id`, `tags` and `inference` are always there. */
export interface ModelData {
	/** `organization/name`. */
	id: string;
	tags: string[];
	/** State of Hugging Face's own inference service for this model. */
	inference: string;
	private?: boolean;
	pipeline_tag?: PipelineType | undefined;
	library_name?: string | undefined;
	/** Mask token of a fill-mask model. */
	mask_token?: string | undefined;
	config?: {
		architectures?: string[];
		/** Class of the repository's own code for each auto class. */
		auto_map?: Record<string, string>;
		model_type?: string;
		chat_template_jinja?: string;
		quantization_config?: {
			bits?: number;
			load_in_4bit?: boolean;
			load_in_8bit?: boolean;
			quant_method?: string;
		};
		tokenizer_config?: TokenizerConfig;
		processor_config?: { chat_template?: string };
		adapter_transformers?: { model_name?: string; model_class?: string };
		diffusers?: { _class_name?: string };
		sklearn?: { model?: { file?: string; format?: string }; model_format?: string };
		speechbrain?: { speechbrain_interface?: string; vocoder_interface?: string; vocoder_model_id?: string };
		peft?: { base_model_name_or_path?: string; task_type?: string };
		keras_hub?: { tasks?: string[] };
	};
	transformersInfo?: TransformersInfo | undefined;
	/** Metadata of the model card. */
	cardData?: {
		inference?: boolean | { parameters?: Record<string, unknown> };
		base_model?: string | string[];
		instance_prompt?: string | null;
	};
	widgetData?: WidgetExample[] | undefined;
	safetensors?: {
		/** Number of parameters by data type. */
		parameters: Record<string, number>;
		total: number;
		sharded: boolean;
	};
	gguf?: {
		/** Size of the tensors, in parameters. */
		total: number;
		architecture?: string;
		/** In tokens. */
		context_length?: number;
		chat_template?: string;
	};
}

/** The fields most readers of a model record need. */
export type ModelDataMinimal = Pick<
	ModelData,
	"id" | "pipeline_tag" | "mask_token" | "library_name" | "config" | "tags" | "inference"
>;
