import type { ModelData } from "../../catalogue/index.ts";
import { quote, quoteShell } from "../quote.ts";

/** Language of a snippet; `text` is a plain sentence for people. */
export type SnippetLanguage = "python" | "js" | "sh" | "csharp" | "text";

/** A snippet, or a piece of one, which others take unquoted. A class, because a record's JSON may contain anything. */
export class Code {
	readonly content: string;
	readonly language: SnippetLanguage;
	/** Distinguishes it from the library's other snippets for the model, such as `pipeline`. */
	readonly variant: string | undefined;

	constructor(content: string, language: SnippetLanguage = "text", variant?: string) {
		this.content = content;
		this.language = language;
		this.variant = variant;
	}

	/** Returns the snippet under the name of a variant. */
	named(variant: string): Code {
		return new Code(this.content, this.language, variant);
	}
}

/** Model record → its snippets for one library, in the order to show them; none when the library cannot use it. */
type Generator = (model: ModelData) => Code | Code[];

/** Library id → generator. */
export type GeneratorTable = Readonly<Record<string, Generator>>;

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

/** Returns a sentence instead of code. */
export function text(sentence: string): Code {
	return new Code(sentence);
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

/** Templates without their margins. The engine passes the same array each time a template runs, so each is parsed once. */
const KNOWN_PARTS = new WeakMap<TemplateStringsArray, readonly string[]>();

function createTag(language: SnippetLanguage, quoteText: (text: string) => string) {
	return (template: TemplateStringsArray, ...values: (string | number | Code)[]): Code => {
		const known = KNOWN_PARTS.get(template);
		const parts = known ?? removeMargin(template.raw);
		if (!known) KNOWN_PARTS.set(template, parts);
		let content = "";
		for (const [index, part] of parts.entries()) {
			content += part;
			if (index < values.length) content += show(values[index], content);
		}
		return new Code(content, language);
	};

	function show(value: unknown, before: string): string {
		if (value instanceof Code) {
			if (!value.content.includes("\n")) return value.content;
			const indentation = /^[\t ]*/.exec(before.slice(before.lastIndexOf("\n") + 1))?.[0] ?? "";
			return value.content.replaceAll("\n", `\n${indentation}`);
		}
		// A record may contain a list or an object in place of a string.
		return typeof value === "number"
			? String(value)
			: quoteText(typeof value === "string" ? value : JSON.stringify(value));
	}
}

/** Placeholder for values: a character that no template contains, so that margins are measured on whole lines. */
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
