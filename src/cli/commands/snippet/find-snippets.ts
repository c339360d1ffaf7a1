import type { ModelRecord } from "../../../hub/index.ts";
import { AUTO } from "../../../inference/router.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { UsageError, unknownWord } from "../../errors/usage.ts";
import { checkEndpoint } from "../../network/trust.ts";
import type { CallFlags, ShownCall } from "./api-snippets.ts";
import { type FoundSnippet, requireSome, type Snippets } from "./entry.ts";

export interface Selection extends CallFlags {
	library?: string;
	allLibraries?: boolean;
	app?: string;
	/** Name of one of several snippets of a library or an app. */
	variant?: string;
	api?: boolean;
	lang?: string;
	client?: string;
	provider?: string;
}

/** Returns the first flag that applies only to calls; undefined if none is given. */
export function findCallFlag(selection: Selection): string | undefined {
	const flags: Record<string, unknown> = {
		"--api": selection.api,
		"--client": selection.client,
		"--provider": selection.provider,
		[selection.stream ? "--stream" : "--no-stream"]: selection.stream,
		"--messages": selection.messages,
		"--input": selection.input,
		"--temperature": selection.temperature,
		"--max-tokens": selection.maxTokens,
		"--top-p": selection.topP,
		"--bill-to": selection.billTo,
		"--endpoint": selection.endpoint,
		"--direct": selection.direct,
	};
	return Object.keys(flags).find((flag) => flags[flag] !== undefined);
}

/** Flags that do not decide whether to load the model or call a provider. */
function isOpen(selection: Selection): boolean {
	return (
		!isAboutLibrary(selection) &&
		selection.app === undefined &&
		findCallFlag(selection) === undefined &&
		selection.lang === undefined
	);
}

function isAboutLibrary({ library, allLibraries }: Selection): boolean {
	return library !== undefined || Boolean(allLibraries);
}

/**
 * Returns the snippets the flags choose, in the order to show them: those of the model's library, or API snippets if it
 * has none or if flags of a call are given.
 * @throws UsageError if there are none, with the reason
 */
export async function findSnippets(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
	return chooseVariant(await findAnyVariant(record, selection, context), selection);
}

/** @throws UsageError if there is no such variant */
function chooseVariant(found: Snippets, { variant }: Selection): Snippets {
	if (variant === undefined) return found;
	const wanted = variant.toLowerCase();
	const names = found.flatMap(({ entry }) => entry.variant ?? []);
	return requireSome(
		found.filter(({ entry }) => entry.variant?.toLowerCase() === wanted),
		() =>
			unknownWord(
				"variant",
				variant,
				names,
				names.length > 0 ? `Variants: ${names.join(", ")}.` : "There is only one.",
			),
	);
}

async function findAnyVariant(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
	if (selection.app !== undefined) return await findForApp(record, selection.app);
	if (isAboutLibrary(selection)) return await findForLibraries(record, selection);
	if (!isOpen(selection)) return await findForCall(record, selection, context);
	const { findLibrarySnippets, ownLibrary } = await import("./library-snippets.ts");
	const [first, ...others] = findLibrarySnippets(record, ownLibrary(record));
	return first ? [first, ...others] : await findForCall(record, selection, context);
}

/**
 * All snippets for a model that match the flags.
 * @throws UsageError if there is nothing
 */
export async function findAllSnippets(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
	if (!isOpen(selection)) return await findSnippets(record, selection, context);
	const { findLibrarySnippets, findAppSnippets } = await import("./library-snippets.ts");
	const toLoad = findLibrarySnippets(record);
	const apps = findAppSnippets(record);
	let calls: readonly FoundSnippet[] = [];
	try {
		calls = await findForCall(record, selection, context);
	} catch (error) {
		// The other groups are still shown.
		if (!(error instanceof UsageError) || toLoad.length + apps.length === 0) throw error;
	}
	return requireSome([...toLoad, ...calls, ...apps], () => new UsageError(`There is no snippet for ${record.id}.`));
}

/** @throws UsageError if the app cannot run the model */
async function findForApp(record: ModelRecord, word: string): Promise<Snippets> {
	const { findAppSnippets, parseApp } = await import("./library-snippets.ts");
	const app = parseApp(word);
	return requireSome(findAppSnippets(record, app), () => {
		const others = [...new Set(findAppSnippets(record).map(({ entry }) => entry.client))];
		return new UsageError(
			`${app} cannot run ${record.id}, according to its record.`,
			others.length > 0 ? `These can: ${others.join(", ")}.` : "No local app can.",
		);
	});
}

async function findForLibraries(record: ModelRecord, { library, lang }: Selection): Promise<Snippets> {
	const { findLibrarySnippets } = await import("./library-snippets.ts");
	const key = library === undefined ? undefined : await checkLibrary(library);
	const all = findLibrarySnippets(record, key === undefined ? undefined : [key]);
	const found = all.filter(({ entry }) => lang === undefined || entry.language === lang);
	return requireSome(found, () => {
		const languages = [...new Set(all.map(({ entry }) => entry.language))];
		const which = key ?? "any library its tags name";
		return new UsageError(
			`There is no ${lang === undefined ? "" : `${lang} `}snippet that loads ${record.id} with ${which}.`,
			languages.length > 0 ? `There is ${languages.join(", ")}.` : "hub snippet MODEL --list lists them all.",
			"no-snippet",
		);
	});
}

/** @throws UsageError if there is no such library, with the closest match */
export async function checkLibrary(word: string): Promise<string> {
	const [{ findLibrary }, { findApp }, { hasLibrarySnippets }] = await Promise.all([
		import("../libraries/find-library.ts"),
		import("./library-snippets.ts"),
		import("../../../snippets/library/index.ts"),
	]);
	const app = hasLibrarySnippets(word) ? undefined : findApp(word);
	if (app) throw new UsageError(`${app} is a local app, not a library.`, `Use --app ${app}.`);
	const { id, hasSnippets, docsUrl, repoUrl } = await findLibrary(word);
	if (hasSnippets) return id;
	throw new UsageError(
		`There are no snippets for the library ${id}.`,
		`See its documentation: ${docsUrl ?? repoUrl}`,
		"no-snippet",
	);
}

async function findForCall(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
	const [call, { findApiSnippets }] = await Promise.all([
		describeCall(record, selection, context),
		import("./api-snippets.ts"),
	]);
	const found = findApiSnippets(call, { language: selection.lang, client: selection.client });
	noteMapping(call, context);
	return found;
}

export async function describeCall(record: ModelRecord, selection: Selection, context: Context): Promise<ShownCall> {
	const [{ readCallOptions, readMapping }, { findSnippetTask }] = await Promise.all([
		import("./api-snippets.ts"),
		import("../../../snippets/api/index.ts"),
	]);
	const config = readConfig(context);
	if (selection.endpoint !== undefined) checkEndpoint(selection.endpoint, selection);
	const provider = await chooseProvider(selection, context);
	const router = resolveSetting("router", undefined, context, config);
	const mapping = readMapping(record);
	const task = findSnippetTask(record, mapping);
	const options = await readCallOptions(task, selection, context);
	return {
		model: record,
		provider,
		mapping,
		options: { ...options, task, clients: "all", routerUrl: router.origin === "default" ? undefined : router.value },
	};
}

/** Returns the provider to call: flag, environment, configuration; the sandbox replaces all. */
async function chooseProvider({ provider, direct }: Selection, context: Context): Promise<string> {
	const { checkProvider } = await import("../../options/provider.ts");
	const wanted = resolveSetting("provider", provider, context, readConfig(context)).value ?? AUTO;
	const chosen = checkProvider(wanted);
	const known = chosen === "sandbox" ? AUTO : chosen;
	if (direct && known === AUTO) throw new UsageError("--direct needs a provider.", "Name one with -p.", "no-provider");
	return known;
}

/** Notes if a provider does not serve the model, or only for tests. */
function noteMapping({ model, provider, mapping }: ShownCall, context: Context): void {
	if (provider === AUTO || !mapping) return;
	const entry = mapping.find((candidate) => candidate.provider === provider);
	if (entry?.status === "live") return;
	const others = mapping.filter(({ status }) => status === "live").map((candidate) => candidate.provider);
	const instead = others.length > 0 ? ` Live: ${others.join(", ")}.` : "";
	context.note(
		entry
			? `${provider} serves ${model.id} for tests only.${instead}`
			: `The hub does not list ${provider} among those who serve ${model.id}.${instead}`,
	);
}
