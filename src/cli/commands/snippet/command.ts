import { Argument, Option } from "@commander-js/extra-typings";
import type { ModelRecord } from "../../../hub/index.ts";
import { AUTO } from "../../../inference/providers/router.ts";
import { isSandboxed } from "../../config/sandbox.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { withSubject } from "../../errors/subject.ts";
import {
	conflict,
	missingModel,
	noSnippet,
	noTerminal,
	optionConflict,
	UsageError,
	unknownWord,
} from "../../errors/usage.ts";
import { readTokenOption } from "../../input/token.ts";
import { checkEndpoint } from "../../network/trust.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import { type GlobalOptions, SANDBOX } from "../../options/global-options.ts";
import { SAMPLING, samplingFlags } from "../../options/sampling.ts";
import * as shared from "../../options/shared-options.ts";
import { printJson } from "../../terminal/json.ts";
import { copyToClipboard, findTerminal } from "../../terminal/terminal.ts";
import type { CallFlags, ShownCall } from "./api-snippets.ts";
import { bestOf, type FoundSnippet, parseLanguage, requireSome, type Snippets } from "./entry.ts";
import {
	noteOthers,
	noteProvider,
	noteVariants,
	printSnippet,
	printSnippetList,
	printSnippets,
} from "./print-snippets.ts";

const OPTIONS = {
	"Model:": [
		new Option(
			"--model-file <file>",
			"the model's record as JSON instead of the one on Hugging Face; - for standard input",
		),
		new Option("--pick", "choose the model (if none is named) and the provider from a list, on a terminal"),
	],
	"Load the model:": [
		new Option("-l, --library <key>", "with this library (default: the model's task)"),
		new Option("--all-libraries", "with every library the model's tags name"),
		new Option("--variant <name>", "variant of the code, such as pipeline or model of transformers"),
	],
	"Run it in a local app:": [new Option("--app <name>", "llama.cpp, vllm, ollama, lmstudio, docker-model-runner …")],
	"Call a provider (each of these implies --api):": [
		new Option("--api", "code that calls a provider"),
		new Option("--lang <language>", "python, js or sh; with -l, the language of the code that loads it").argParser(
			parseLanguage,
		),
		new Option(
			"--client <name>",
			"modelhub, hub, huggingface_hub, requests, openai, fetch, huggingface.js, curl, fal_client",
		),
		new Option("-p, --provider <id>", "provider to call (default: auto, Hugging Face's choice)"),
		new Option("--direct", "call the provider itself, with its own key"),
		new Option("--endpoint <url>", "call this endpoint instead"),
		...shared.billTo,
		new Option("--input <input>", "text, file name or JSON instead of the example; @file, file.json or - read it"),
		new Option("--messages <file>", "chat: the conversation, a JSON list of {role, content}"),
		new Option("--stream", "chat: print the answer as it arrives"),
		new Option("--no-stream", "chat: wait for the whole answer (default)"),
		...shared.sampling,
	],
	"Output:": [
		new Option("--list", "list the snippets of this model"),
		new Option("--copy", "put the code on the clipboard too, through the terminal"),
	],
	"Record:": [...shared.recording],
} as const satisfies OptionGroups;

type SnippetOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub snippet`: code that shows how to use a model. */
export const createCommand = defineCommand({
	name: "snippet",
	description:
		"Prints how to use a model: code that loads it with its library or, if there is none, code that calls a provider.",
	arguments: [new Argument("[model]", "model on Hugging Face; also ID:PROVIDER; - for its record on standard input")],
	options: OPTIONS,
	help: [
		"Examples:",
		"  hub snippet sentence-transformers/all-mpnet-base-v2 --sandbox",
		"  hub snippet meta-llama/Llama-3.1-8B-Instruct --sandbox --client curl --stream",
		"  hub models openai/whisper-large-v3 --sandbox --json | hub snippet --model-file - --list",
		"",
		"In a pipe: only the first snippet, ready to run: hub snippet ID --client requests > run.py. On a terminal without -l,",
		"--lang, --client and --app: a dialog with all snippets.",
		"",
		"JSON is a list of {kind, language, client, library, variant?, content, setup?}: kind is library, api or app; client or",
		"library is null. With --list it is {kind, language, client, library, variant?, task, provider}.",
		"",
		"Models of text generation are called in a chat; for a completion: hub infer --task text-generation -m ID TEXT --snippet sh",
		"",
		"Model records are cached for an hour, and used longer while there is no network. Printed URLs follow HUB_ROUTER_URL.",
		"",
		"Exit codes: 0 success, 2 wrong usage, or no such snippet, 3 not allowed, 4 no such model, 6 rate limited or unavailable,",
		"7 network failure or timeout",
		"See also:   hub libraries, hub providers, hub help environment",
	],
	action: ([model], options, context) => snippet(model, options, context),
});

async function snippet(word: string | undefined, given: SnippetOptions, context: Context): Promise<void> {
	const target = await readTarget(word, given, context);
	await checkOptions(target.options);
	const { id, options } = target.record ? target : await pickMissing(target, context);
	const record = target.record ?? (await readRecord(id, options, context));
	await withSubject({ model: record.id }, () => showSnippets(record, options, context));
}

async function showSnippets(record: ModelRecord, options: SnippetOptions, context: Context): Promise<void> {
	if (options.list) return await printSnippetList(await findAllSnippets(record, options, context), context);
	const choices = [options.library, options.lang, options.client, options.app, options.variant];
	const isOpen = choices.every((choice) => choice === undefined);
	if (isOpen && context.isInteractive && !options.json && !options.copy) {
		return await chooseSnippet(await findAllSnippets(record, options, context), record, options, context);
	}
	const found = await (options.json && isOpen ? findAllSnippets : findSnippets)(record, options, context);
	const entries = found.map(({ entry }) => entry);
	if (options.json) return await printJson(entries, context);
	const best = bestOf(found);
	noteProvider(best, context);
	if (isOpen || !context.stdout.isTTY) await printSnippet(best, context);
	else await printSnippets(found, context);
	if (!context.stdout.isTTY) noteVariants(best, found, context);
	if (isOpen && context.stdout.isTTY) {
		const all = best.entry.kind === "library" ? await findAllSnippets(record, options, context) : found;
		noteOthers(best, all, context);
	}
	if (!options.copy) return;
	const terminal = findTerminal(context);
	if (terminal) copyToClipboard(best.entry.content, terminal);
	context.note(terminal ? "Copied to the terminal's clipboard." : "This terminal has no clipboard.");
}

interface Named {
	id: string | undefined;
	options: SnippetOptions;
	/** The record of a model on this machine, which Hugging Face does not have. */
	record?: ModelRecord;
}

/**
 * Returns the model and its provider separately; a server on this machine is an endpoint. With `-` in place of the model,
 * its record comes from standard input.
 */
async function readTarget(word: string | undefined, given: SnippetOptions, context: Context): Promise<Named> {
	if (word === "-") return await readTarget(undefined, { modelFile: "-", ...given }, context);
	const config = readConfig(context);
	const isSandbox = isSandboxed(given, context, config);
	const setting = resolveSetting("provider", given.provider, context, config).value ?? AUTO;
	// This loads every provider, so only if it can matter.
	if (!word?.includes(":") && (setting === AUTO || setting === SANDBOX)) return { id: word, options: given };
	const { findPlacement } = await import("../../config/placement.ts");
	const place = findPlacement({ ...given, model: word, sandbox: isSandbox }, context, config);
	const { isLocalName } = await import("../../options/provider.ts");
	const options = place.isSandbox ? { ...given, sandbox: true } : given;
	if (!isLocalName(place.provider)) {
		const isNamed = given.provider !== undefined || place.model !== word;
		return { id: place.model, options: isNamed ? { ...options, provider: place.provider ?? AUTO } : options };
	}
	const { chooseLocal } = await import("../../local/servers.ts");
	const { server, model, task } = await chooseLocal(place.provider, undefined, place.model, context, true);
	const isChat = task === "conversational";
	const record = { id: model, tags: [task], pipeline_tag: isChat ? "text-generation" : task } as ModelRecord;
	const { provider: _provider, ...rest } = options;
	return { id: model, options: { ...rest, endpoint: `${server.url}/v1` }, record };
}

async function checkOptions(options: SnippetOptions): Promise<void> {
	const { library, allLibraries, client } = options;
	if (library !== undefined && allLibraries) throw optionConflict("--library", "--all-libraries");
	// Before the user is asked for the model.
	if (library !== undefined) await checkLibrary(library);
	const call = findCallFlag(options);
	const toLoad = library !== undefined ? "--library" : allLibraries ? "--all-libraries" : undefined;
	const other = toLoad ?? call;
	if (options.app !== undefined && other !== undefined) {
		throw new UsageError(`--app cannot be combined with ${other}.`);
	}
	if (toLoad && call !== undefined) {
		const hint = "The first shows how to load the model, the second how to call a provider.";
		throw optionConflict(toLoad, call, hint);
	}
	if (options.pick && options.modelFile !== undefined) throw optionConflict("--pick", "--model-file");
	if (options.list && options.copy) throw optionConflict("--list", "--copy");
	const readers = [options.modelFile, options.messages, options.input].filter((path) => path === "-");
	if (readers.length + (options.tokenStdin ? 1 : 0) > 1) {
		throw conflict("Standard input can be read only once.", "Give the others as files.");
	}
	if (client !== undefined) {
		const { CLIENT_NAMES } = await import("./api-snippets.ts");
		const all = `Clients: ${CLIENT_NAMES.join(", ")}.`;
		if (!CLIENT_NAMES.includes(client)) throw unknownWord("client", client, CLIENT_NAMES, all);
	}
}

async function readRecord(id: string | undefined, options: SnippetOptions, context: Context): Promise<ModelRecord> {
	if (options.modelFile !== undefined) {
		const { readRecordFile } = await import("./record.ts");
		return await readRecordFile(options.modelFile, id, context);
	}
	const hint = "Name one, such as openai/gpt-oss-20b, or use --model-file.";
	if (id === undefined) throw missingModel("No model was given.", hint);
	const { fetchRecord } = await import("./record.ts");
	return await fetchRecord(id, options, context);
}

/** Lets the user choose missing values, and prints the equivalent command line. */
async function pickMissing({ id, options }: Named, context: Context): Promise<Named> {
	const mayAsk = context.isInteractive && !options.json;
	const hint = "Name the model, and the provider with --provider.";
	if (options.pick && !mayAsk) throw noTerminal("--pick needs a terminal.", hint);
	if (!mayAsk || options.modelFile !== undefined || (id !== undefined && !options.pick)) return { id, options };
	const [{ pickModel, pickProvider, pickTask }, { reportCommand }] = await Promise.all([
		import("../../prompts/pick.tsx"),
		import("../../prompts/fill-in.tsx"),
	]);
	const given = await readTokenOption(options, context);
	const model = id ?? (await pickModel({ ...given, task: await pickTask(context) }, context));
	const provider = given.provider ?? (given.pick ? await pickProvider({ ...given, model }, context) : undefined);
	const picked = provider === undefined ? given : { ...given, provider };
	reportCommand("snippet", [model], picked, context);
	return { id: model, options: picked };
}

async function chooseSnippet(
	found: Snippets,
	record: ModelRecord,
	options: SnippetOptions,
	context: Context,
): Promise<void> {
	const { showSnippetDialog } = await import("./dialog.tsx");
	const hasCalls = found.some(({ entry }) => entry.kind === "api");
	const call = hasCalls ? await describeCall(record, options, context) : undefined;
	const chosen = await showSnippetDialog(found, record, call, context);
	if (!chosen) return;
	noteProvider(chosen, context);
	await printSnippet(chosen, context);
}

interface Selection extends CallFlags {
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
function findCallFlag(selection: Selection): string | undefined {
	const flags: Record<string, unknown> = {
		"--api": selection.api,
		"--client": selection.client,
		"--provider": selection.provider,
		[selection.stream ? "--stream" : "--no-stream"]: selection.stream,
		"--messages": selection.messages,
		"--input": selection.input,
		...samplingFlags(SAMPLING, selection),
		"--bill-to": selection.billTo,
		"--endpoint": selection.endpoint,
		"--direct": selection.direct,
	};
	return Object.keys(flags).find((flag) => flags[flag] !== undefined);
}

/** Flags that do not decide whether to load the model or call a provider. */
function isOpen(selection: Selection): boolean {
	const { app, lang } = selection;
	return !isAboutLibrary(selection) && (app ?? lang ?? findCallFlag(selection)) === undefined;
}

function isAboutLibrary({ library, allLibraries }: Selection): boolean {
	return library !== undefined || Boolean(allLibraries);
}

/** The snippets the flags choose: of the model's library, or of calls if it has none or flags name a call. */
async function findSnippets(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
	const { variant } = selection;
	const found = await findAnyVariant(record, selection, context);
	if (variant === undefined) return found;
	const chosen = found.filter(({ entry }) => entry.variant?.toLowerCase() === variant.toLowerCase());
	return requireSome(chosen, () => {
		const names = found.flatMap(({ entry }) => entry.variant ?? []);
		const hint = names.length > 0 ? `Variants: ${names.join(", ")}.` : "There is only one.";
		return unknownWord("variant", variant, names, hint);
	});
}

async function findAnyVariant(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
	if (selection.app !== undefined) return await findForApp(record, selection.app);
	if (isAboutLibrary(selection)) return await findForLibraries(record, selection);
	if (!isOpen(selection)) return await findForCall(record, selection, context);
	const { findLibrarySnippets, ownLibrary } = await import("./library-snippets.ts");
	const [first, ...others] = findLibrarySnippets(record, ownLibrary(record));
	return first ? [first, ...others] : await findForCall(record, selection, context);
}

/** All snippets for a model that match the flags. */
async function findAllSnippets(record: ModelRecord, selection: Selection, context: Context): Promise<Snippets> {
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
		return noSnippet(
			`There is no ${lang === undefined ? "" : `${lang} `}snippet that loads ${record.id} with ${which}.`,
			languages.length > 0 ? `There is ${languages.join(", ")}.` : "hub snippet MODEL --list lists them all.",
		);
	});
}

/** @throws UsageError if there is no such library, with the closest match */
async function checkLibrary(word: string): Promise<string> {
	const [{ findLibrary }, { findApp }, { hasLibrarySnippets }] = await Promise.all([
		import("../libraries/find-library.ts"),
		import("./library-snippets.ts"),
		import("../../../snippets/library/index.ts"),
	]);
	const app = hasLibrarySnippets(word) ? undefined : findApp(word);
	if (app) throw new UsageError(`${app} is a local app, not a library.`, `Use --app ${app}.`);
	const { id, hasSnippets, docsUrl, repoUrl } = await findLibrary(word);
	if (hasSnippets) return id;
	throw noSnippet(`There are no snippets for the library ${id}.`, `See its documentation: ${docsUrl ?? repoUrl}`);
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

async function describeCall(record: ModelRecord, selection: Selection, context: Context): Promise<ShownCall> {
	const [{ readCallOptions, readMapping }, { findSnippetTask }] = await Promise.all([
		import("./api-snippets.ts"),
		import("../../../snippets/api/index.ts"),
	]);
	const config = readConfig(context);
	if (selection.endpoint !== undefined) checkEndpoint(selection.endpoint, selection);
	const { checkProvider } = await import("../../options/provider.ts");
	const { findProviderSetting } = await import("../../config/placement.ts");
	const named = selection.endpoint === undefined ? findProviderSetting(selection.provider, context, config) : AUTO;
	const provider = checkProvider(named);
	if (selection.direct && provider === AUTO) {
		throw new UsageError("--direct needs a provider.", "Name one with -p.", "no-provider");
	}
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
			: `Hugging Face does not list ${provider} among those who serve ${model.id}.${instead}`,
	);
}
