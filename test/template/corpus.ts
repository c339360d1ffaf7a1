import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Expectation } from "./cases.ts";

interface CorpusCase extends Expectation {
	readonly conversation?: string;
	readonly context?: Record<string, unknown>;
}

export interface CorpusTemplate {
	readonly name: string;
	readonly template: string;
	readonly cases: readonly CorpusCase[];
}

export interface Corpus {
	readonly templates: readonly CorpusTemplate[];
	readonly common: Record<string, unknown>;
	readonly conversations: Record<string, Record<string, unknown>>;
}

/** Real chat templates. They are other people's, so they are read where they are and not part of the project. */
export const CORPUS_FILE = fileURLToPath(new URL("../../../shared/spec/chat-templates.json", import.meta.url));

/** The corpus, where it is beside the checkout. */
export const corpus: Corpus | undefined = readCorpus(CORPUS_FILE);

/** Reads a corpus; undefined if there is no such file. */
export function readCorpus(file: string): Corpus | undefined {
	return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Corpus) : undefined;
}

/** The context of a case: its own, or a conversation with the common special tokens. */
export function contextOf(item: CorpusCase, from = corpus): Record<string, unknown> {
	return item.context ?? { ...from?.common, ...from?.conversations[item.conversation ?? ""] };
}
