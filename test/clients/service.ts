/** What a server has to serve for a case. */
export type Feature =
	| "chat"
	| "completion"
	| "tools"
	| "schema"
	| "reasoning"
	| "embeddings"
	| "images"
	| "image-edits"
	| "speech"
	| "transcription"
	| "models"
	| "responses"
	| "files";

/** A server in OpenAI's form: the sandbox, `hub serve`, or any other. */
export interface Service {
	/** Its base URL, such as `http://127.0.0.1:8080/v1`. */
	baseURL: string;
	apiKey: string;
	/** What it serves; cases that need something else are left out. */
	features: readonly Feature[];
	/** A model for each kind of case. */
	models: {
		chat: string;
		completion: string;
		reasoning: string;
		embedding: string;
		image: string;
		speech: string;
		transcription: string;
	};
}

/** One client doing one thing. It throws when the client or the result is not as it should be. */
export interface Case {
	/** The npm package. */
	client: string;
	/** What it does, in a few words. */
	does: string;
	needs: Feature;
	run(service: Service): Promise<void>;
}

/** A client that speaks a provider's own form: it is sent to the sandbox in place of the provider. */
export interface ProviderCase {
	client: string;
	does: string;
	run(sandbox: ProviderSandbox): Promise<void>;
}

export interface ProviderSandbox {
	/** URL of the sandbox, such as `http://127.0.0.1:8080`. */
	url: string;
	/** The sandbox's place of a path of a provider's host: `at("api.groq.com", "openai/v1")`. */
	at(host: string, path?: string): string;
	/** Sends requests for the providers' hosts to the sandbox. */
	fetch: typeof fetch;
	/** A key that the providers' hosts take. */
	apiKey: string;
}
