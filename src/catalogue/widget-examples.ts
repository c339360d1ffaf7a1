/** A column name → the column's cells. */
export type TableData = Record<string, (string | number)[]>;

/** Output of an example: labels with scores. */
export interface WidgetExampleOutputLabels extends Array<{ label: string; score: number }> {}
/** Output of an example: an answer and its score. */
export interface WidgetExampleOutputAnswerScore {
	answer: string;
	score: number;
}
/** Output of an example: a text. */
export interface WidgetExampleOutputText {
	text: string;
}
/** Output of an example: the URL of a file. */
export interface WidgetExampleOutputUrl {
	url: string;
}
/** The output that is expected for an example. */
export type WidgetExampleOutput =
	| WidgetExampleOutputLabels
	| WidgetExampleOutputAnswerScore
	| WidgetExampleOutputText
	| WidgetExampleOutputUrl;

/** Members of every example. */
export interface WidgetExampleBase<Output> {
	example_title?: string;
	group?: string;
	/** The result to expect. */
	output?: Output;
	/** Override the inference parameters of the model card. */
	parameters?: {
		aggregation_strategy?: string;
		top_k?: number;
		top_p?: number;
		temperature?: number;
		max_new_tokens?: number;
		do_sample?: boolean;
		negative_prompt?: string;
		guidance_scale?: number;
		num_inference_steps?: number;
	};
}

export interface WidgetExampleChatInput<Output = WidgetExampleOutput> extends WidgetExampleBase<Output> {
	messages: { role: string; content: string | unknown[] }[];
}
export interface WidgetExampleTextInput<Output = WidgetExampleOutput> extends WidgetExampleBase<Output> {
	text: string;
}
export interface WidgetExampleTextAndContextInput<Output = WidgetExampleOutput> extends WidgetExampleTextInput<Output> {
	context: string;
}
export interface WidgetExampleTextAndTableInput<Output = WidgetExampleOutput> extends WidgetExampleTextInput<Output> {
	table: TableData;
}
export interface WidgetExampleAssetInput<Output = WidgetExampleOutput> extends WidgetExampleBase<Output> {
	/** URL of an image or a recording. */
	src: string;
}
export interface WidgetExampleAssetAndPromptInput<Output = WidgetExampleOutput>
	extends WidgetExampleAssetInput<Output> {
	prompt: string;
}
export interface WidgetExampleAssetAndTextInput<Output = WidgetExampleOutput> extends WidgetExampleAssetInput<Output> {
	text: string;
}
export interface WidgetExampleAssetAndZeroShotInput<Output = WidgetExampleOutput>
	extends WidgetExampleAssetInput<Output> {
	text: string;
	/** Comma-separated. */
	candidate_labels: string;
	multi_class: boolean;
}
export interface WidgetExampleStructuredDataInput<Output = WidgetExampleOutput> extends WidgetExampleBase<Output> {
	structured_data: TableData;
}
export interface WidgetExampleTableDataInput<Output = WidgetExampleOutput> extends WidgetExampleBase<Output> {
	table: TableData;
}
export interface WidgetExampleZeroShotTextInput<Output = WidgetExampleOutput> extends WidgetExampleTextInput<Output> {
	/** Comma-separated. */
	candidate_labels: string;
	multi_class: boolean;
}
export interface WidgetExampleSentenceSimilarityInput<Output = WidgetExampleOutput> extends WidgetExampleBase<Output> {
	source_sentence: string;
	sentences: string[];
}

/** One example input of a model's widget. */
export type WidgetExample<Output = WidgetExampleOutput> =
	| WidgetExampleChatInput<Output>
	| WidgetExampleTextInput<Output>
	| WidgetExampleTextAndContextInput<Output>
	| WidgetExampleTextAndTableInput<Output>
	| WidgetExampleAssetInput<Output>
	| WidgetExampleAssetAndPromptInput<Output>
	| WidgetExampleAssetAndTextInput<Output>
	| WidgetExampleAssetAndZeroShotInput<Output>
	| WidgetExampleStructuredDataInput<Output>
	| WidgetExampleTableDataInput<Output>
	| WidgetExampleZeroShotTextInput<Output>
	| WidgetExampleSentenceSimilarityInput<Output>;

type KeysOfUnion<T> = T extends unknown ? keyof T : never;

/** Name of any field an example may have. */
export type WidgetExampleAttribute = KeysOfUnion<WidgetExample>;
