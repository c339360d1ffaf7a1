import type { ModelData } from "../../catalogue/index.ts";
import { quote, quoteShell } from "../quote.ts";

/** Language of a snippet; `text` is a plain sentence for people. */
export type SnippetLanguage = "python" | "js" | "sh" | "csharp" | "text";

/** Code inserted into a snippet unquoted. A class, because a record's JSON may contain anything. */
export class Code {
	readonly content: string;

	constructor(content: string) {
		this.content = content;
	}
}

export class Snippet extends Code {
	readonly language: SnippetLanguage;
	/** Distinguishes it from the library's other snippets for the model, such as `pipeline`. */
	readonly variant: string | undefined;

	constructor(language: SnippetLanguage, content: string, variant?: string) {
		super(content);
		this.language = language;
		this.variant = variant;
	}

	/** Returns the snippet under the name of a variant. */
	named(variant: string): Snippet {
		return new Snippet(this.language, this.content, variant);
	}
}

/** Model record → its snippets for one library, in the order to show them; none when the library cannot use it. */
type Generator = (model: ModelData) => Snippet | Snippet[];

/** Library id → generator. */
export type GeneratorTable = Readonly<Record<string, Generator>>;

type Value = string | number | Code;
type SnippetTag = (parts: TemplateStringsArray, ...values: Value[]) => Snippet;

/**
 * Template tags, one per language. The margin of tabs is removed. A string becomes a literal of the language, so that
 * nothing from a model record is ever run; only `Code` is inserted unquoted, indented like its first line.
 */
export const python = createTag("python", quote);
export const js = createTag("js", quote);
export const csharp = createTag("csharp", quote);
export const sh = createTag("sh", quoteShell);

/** Marks text as code. Never for text from a record that was not checked against a pattern. */
export function code(content: string): Code {
	return new Code(content);
}

/** Returns a string as a command's last argument, which is not an option even if it starts with a hyphen. */
export function operand(word: string): Code {
	return code(word.startsWith("-") ? `-- ${quoteShell(word)}` : quoteShell(word));
}

/** Returns the generator of a library that loads a model with one call, such as `model = GLiNER.from_pretrained`. */
export function loadWith(importing: string, call: string): Generator {
	return ({ id }) => python`
		${code(importing)}

		${code(call)}(${id})
	`;
}

/** Returns a sentence instead of code. */
export function text(content: string): Snippet {
	return new Snippet("text", content);
}

/** Pieces on separate lines; undefined ones leave no gap, here and below. */
export const lines = joinWith("\n");
/** Pieces separated by blank lines. */
export const paragraphs = joinWith("\n\n");
/** Arguments of a call. */
export const commaList = joinWith(", ");

function joinWith(separator: string) {
	return (...pieces: (Code | undefined)[]): Code => {
		const present = pieces.filter((piece) => piece !== undefined);
		return code(present.map(({ content }) => content).join(separator));
	};
}

/** A piece of a template between two values. */
interface Part {
	text: string;
	/** Indentation of its last line; undefined if that line begins in an earlier part. */
	indentation: string | undefined;
}

/** Templates without their margins. The engine passes the same array each time a template runs, so each is parsed once. */
const KNOWN_PARTS = new WeakMap<TemplateStringsArray, readonly Part[]>();

function createTag(language: SnippetLanguage, quoteText: (text: string) => string): SnippetTag {
	return (template, ...values) => {
		const parts = KNOWN_PARTS.get(template) ?? parseTemplate(template);
		let content = "";
		let index = 0;
		for (const { text, indentation } of parts) {
			content += text;
			if (index < values.length) content += show(values[index++], indentation ?? findIndentation(content));
		}
		return new Snippet(language, content);
	};

	// A record may contain a list or an object in place of a string.
	function show(value: unknown, indentation: string): string {
		if (value instanceof Code) {
			const { content } = value;
			return indentation !== "" && content.includes("\n") ? content.replaceAll("\n", `\n${indentation}`) : content;
		}
		if (typeof value === "number") return String(value);
		return quoteText(typeof value === "string" ? value : JSON.stringify(value));
	}
}

function parseTemplate(template: TemplateStringsArray): readonly Part[] {
	const parts = removeMargin(template.raw).map((text, index) => ({
		text,
		indentation: index === 0 || text.includes("\n") ? findIndentation(text) : undefined,
	}));
	KNOWN_PARTS.set(template, parts);
	return parts;
}

function findIndentation(text: string): string {
	return /^[\t ]*/.exec(text.slice(text.lastIndexOf("\n") + 1))?.[0] ?? "";
}

/** Values are represented by a character that no template contains, so that margins are measured on whole lines. */
const HOLE = "\u0000";

function removeMargin(parts: readonly string[]): string[] {
	const whole = parts
		.join(HOLE)
		.replace(/\n\t*$/, "")
		.replace(/^\n/, "");
	const margin = Math.min(...[...whole.matchAll(/^\t*(?=[^\t\n])/gm)].map(([tabs]) => tabs.length));
	return whole.replace(new RegExp(`^\\t{0,${margin}}`, "gm"), "").split(HOLE);
}

const DOCUMENTATION_IMAGES = "https://huggingface.co/datasets/huggingface/documentation-images/resolve/main";
const DIFFUSERS_IMAGES = "https://huggingface.co/datasets/diffusers/diffusers-images-docs/resolve/main";
const INPAINTING_IMAGES =
	"https://raw.githubusercontent.com/CompVis/latent-diffusion/main/data/inpainting_examples/overture-creations-5sI6fQgYIuo";

/** URLs of the images that the samples use. */
export const CAT = `${DOCUMENTATION_IMAGES}/diffusers/cat.png`;
export const MAN_WITH_GUITAR = `${DOCUMENTATION_IMAGES}/diffusers/guitar-man.png`;
export const CANDY = `${DOCUMENTATION_IMAGES}/p-blog/candy.JPG`;
export const PARROTS = `${DOCUMENTATION_IMAGES}/hub/parrots.png`;
export const CUP = `${DIFFUSERS_IMAGES}/cup.png`;
export const CUP_MASK = `${DIFFUSERS_IMAGES}/cup_mask.png`;
export const INPAINTING = `${INPAINTING_IMAGES}.png`;
export const INPAINTING_MASK = `${INPAINTING_IMAGES}_mask.png`;
export const COCO_CATS = "http://images.cocodataset.org/val2017/000000039769.jpg";
