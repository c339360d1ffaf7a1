/** The largest request and the largest answers. A request above a limit is refused; nothing is cut silently. */
export declare const LIMITS: {
    /** Bytes of a request body. */
    readonly bodyBytes: number;
    /** Bytes of one image or audio file in a request. */
    readonly fileBytes: number;
    /** Characters of a URL. */
    readonly urlCharacters: 16384;
    /** Values and levels of a JSON body. */
    readonly jsonValues: 500000;
    readonly jsonDepth: 128;
    /** Characters of all texts of a chat or a completion: a context of 128,000 tokens. */
    readonly promptCharacters: 512000;
    /** Characters of the prompt of an image, a video, speech or music. */
    readonly mediaPromptCharacters: 32000;
    /** Characters of one text of a classic task, such as translation. */
    readonly textCharacters: 100000;
    /** Texts of one request. */
    readonly texts: 2048;
    /** Numbers of all embeddings of one response. */
    readonly embeddingNumbers: 2000000;
    /** Labels of a zero-shot task. */
    readonly labels: 500;
    /** Texts times labels of a zero-shot task. */
    readonly labelPairs: 20000;
    /** Cells of a table. */
    readonly cells: 20000;
    /** Tokens written by one text generation. */
    readonly writtenTokens: 4096;
    /** Values of one answer that follows a JSON schema, and characters of one of its strings. */
    readonly schemaValues: 5000;
    readonly schemaCharacters: 10000;
    /** Pixels of an image that is opened. */
    readonly openedPixels: 16000000;
    /** Pixels of all frames of a video. */
    readonly videoPixels: 12000000;
};
