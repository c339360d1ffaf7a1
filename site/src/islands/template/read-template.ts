/** What Hugging Face may say about a template; nothing of it is certain. */
interface TemplateRecord {
	config?: {
		tokenizer_config?: TokenizerFacts;
		chat_template_jinja?: unknown;
		processor_config?: { chat_template?: unknown };
	};
	gguf?: { chat_template?: unknown };
}

interface TokenizerFacts {
	chat_template?: unknown;
	[token: string]: unknown;
}

function isToken(value: unknown): value is { content: unknown } {
	return value !== null && typeof value === "object" && "content" in value;
}

/**
 * Asks Hugging Face for the chat template of a model.
 * @returns `template` and `variables` (its special tokens)
 * @throws Error with a message for users
 */
export async function readTemplate(id: string): Promise<{ template: string; variables: string }> {
	let response: Response;
	try {
		response = await fetch(`https://huggingface.co/api/models/${id}?expand[]=config&expand[]=gguf`);
	} catch {
		throw new Error("Hugging Face cannot be reached. Choose a sample, or paste a template.");
	}
	if (!response.ok) throw new Error(`Hugging Face has no model ${id}, or it is private (status ${response.status}).`);
	const { config = {}, gguf = {} }: TemplateRecord = await response.json();
	const { chat_template: own, ...tokens }: TokenizerFacts = config.tokenizer_config ?? {};
	const listed = Array.isArray(own) ? (own.find(({ name }) => name === "default") ?? own[0])?.template : own;
	const template = config.chat_template_jinja ?? listed ?? config.processor_config?.chat_template ?? gguf.chat_template;
	if (typeof template !== "string") throw new Error(`The model ${id} has no chat template.`);
	const texts = Object.entries(tokens).map(([name, token]) => [name, isToken(token) ? token.content : token]);
	return {
		template,
		variables: JSON.stringify(Object.fromEntries(texts.filter(([, text]) => typeof text === "string")), null, 2),
	};
}
