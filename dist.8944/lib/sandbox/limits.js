const LIMITS = {
  /** Bytes of a request body. */
  bodyBytes: 64 * 1024 * 1024,
  /** Bytes of one image or audio file in a request. */
  fileBytes: 25 * 1024 * 1024,
  /** Characters of a URL. */
  urlCharacters: 16384,
  /** Values and levels of a JSON body. */
  jsonValues: 5e5,
  jsonDepth: 128,
  /** Characters of all texts of a chat or a completion: a context of 128,000 tokens. */
  promptCharacters: 512e3,
  /** Characters of the prompt of an image, a video, speech or music. */
  mediaPromptCharacters: 32e3,
  /** Characters of one text of a classic task, such as translation. */
  textCharacters: 1e5,
  /** Texts of one request. */
  texts: 2048,
  /** Numbers of all embeddings of one response. */
  embeddingNumbers: 2e6,
  /** Labels of a zero-shot task. */
  labels: 500,
  /** Texts times labels of a zero-shot task. */
  labelPairs: 2e4,
  /** Cells of a table. */
  cells: 2e4,
  /** Tokens written by one text generation. */
  writtenTokens: 4096,
  /** Values of one answer that follows a JSON schema, and characters of one of its strings. */
  schemaValues: 5e3,
  schemaCharacters: 1e4,
  /** Pixels of an image that is opened. */
  openedPixels: 16e6,
  /** Pixels of all frames of a video. */
  videoPixels: 12e6
};
export {
  LIMITS
};
