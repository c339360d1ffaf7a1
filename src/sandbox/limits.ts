/** Limits of requests and responses. A request above a limit is rejected; nothing is truncated silently. */
export const LIMITS = {
	/** Bytes of a request body. */
	bodyBytes: 64 * 1024 * 1024,
	/** Bytes of one image or audio file in a request. */
	fileBytes: 25 * 1024 * 1024,
	/** Characters of a URL. */
	urlCharacters: 16_384,
	/** Values and levels of a JSON body. */
	jsonValues: 500_000,
	jsonDepth: 128,
	/** Characters of all texts of a chat or a completion: a context of 128,000 tokens. */
	promptCharacters: 512_000,
	/** Characters of the prompt of an image, a video, speech or music. */
	mediaPromptCharacters: 32_000,
	/** Characters of one text of a classic task, such as translation. */
	textCharacters: 100_000,
	/** Texts of one request. */
	texts: 2048,
	/** Numbers of all embeddings of one response. */
	embeddingNumbers: 2_000_000,
	/** Labels of a zero-shot task. */
	labels: 500,
	/** Texts times labels of a zero-shot task. */
	labelPairs: 20_000,
	/** Cells of a table. */
	cells: 20_000,
	/** Tokens written by one text generation. */
	writtenTokens: 4096,
	/** Values of one answer that follows a JSON schema, and characters of one of its strings. */
	schemaValues: 5000,
	schemaCharacters: 10_000,
	/** Pixels of a mask. */
	maskPixels: 16_000_000,
} as const;
