import { expect, it } from "vitest";
import {
	HF_HUB_INFERENCE_PROXY_TEMPLATE,
	inferenceSnippetLanguages,
	openAIbaseUrl,
	SNIPPET_INFERENCE_PROVIDERS,
	SPECIAL_TOKENS_ATTRIBUTES,
} from "../../src/tasks.ts";
import { readSpecification } from "./specification.ts";

const { catalogueProviders, snippetLanguages, specialTokensAttributes } = readSpecification<{
	catalogueProviders: {
		base: string[];
		later: string[];
		proxyTemplate: string;
		openAIbaseUrlSuffix: { "hf-inference": string; others: string };
	};
	snippetLanguages: string[];
	specialTokensAttributes: string[];
}>("extras");

it("lists the languages and special tokens", () => {
	expect(inferenceSnippetLanguages).toEqual(snippetLanguages);
	expect(SPECIAL_TOKENS_ATTRIBUTES).toEqual(specialTokensAttributes);
});

it("lists the providers of both versions", () => {
	const both = new Set([...catalogueProviders.base, ...catalogueProviders.later]);
	expect(SNIPPET_INFERENCE_PROVIDERS).toEqual([...both].toSorted());
	expect(HF_HUB_INFERENCE_PROXY_TEMPLATE).toBe(catalogueProviders.proxyTemplate);
});

it.each(SNIPPET_INFERENCE_PROVIDERS)("has the base URL of %s", (provider) => {
	const { openAIbaseUrlSuffix, proxyTemplate } = catalogueProviders;
	const suffix = provider === "hf-inference" ? openAIbaseUrlSuffix["hf-inference"] : openAIbaseUrlSuffix.others;
	expect(openAIbaseUrl(provider)).toBe(proxyTemplate.replace("{{PROVIDER}}", provider) + suffix);
});
