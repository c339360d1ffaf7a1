/** What `npm run upstream` compares of generated code: what it calls and sends. Its words are our own. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Difference } from "./facts.ts";
import { type Libraries, type LoadingCase, type ModelRecord, makeCases } from "./records.ts";

type Module = Readonly<Record<string, unknown>>;
/** Aspect of a snippet → what was found, sorted. */
type Findings = Readonly<Record<string, readonly string[]>>;

const RECORDS = fileURLToPath(new URL("../../test/fixtures/library", import.meta.url));

/**
 * Differences of code that loads models, over the records of the tests and those made from what the packages ask for: how
 * many snippets, and what they name.
 */
export function differingSnippets(theirs: Module, ours: Module): Difference[] {
	const [their, our] = [librariesOf(theirs), librariesOf(ours)];
	const made = makeCases(their, our, theirs["PIPELINE_TYPES"] as readonly string[]);
	const seen = new Set<string>();
	return [...readCases(), ...made].flatMap(({ name, library, record }) => {
		const [left, right] = [generate(their[library], record), generate(our[library], record)];
		// Most tags and tasks change nothing: what was compared once is not compared again.
		const both = JSON.stringify([library, left, right]);
		if (seen.has(both)) return [];
		seen.add(both);
		return compare("snippets", name, describeLoading(left, record), describeLoading(right, record));
	});
}

/** Returns the snippets that say something, or the message of the error in their place. */
function generate(entry: Libraries[string] | undefined, record: ModelRecord): string[] {
	try {
		return (entry?.snippets?.(record) ?? []).filter((snippet) => snippet.trim() !== "");
	} catch (error) {
		return [`an error: ${(error as Error).message}`];
	}
}

const librariesOf = (module: Module): Libraries => module["MODEL_LIBRARIES_UI_ELEMENTS"] as Libraries;

/** The records of the tests, with the library that each is for. */
function readCases(): LoadingCase[] {
	const files = readdirSync(RECORDS).filter((file) => file.endsWith(".txt"));
	const cases = files.map((file) => {
		const record = JSON.parse(readText(file).split(/^---/m)[0] ?? "") as ModelRecord;
		return {
			name: file.replace(/\.txt$/, ""),
			library: libraryOf(file),
			record: { ...record, tags: record.tags ?? [] },
		};
	});
	const { records } = JSON.parse(readText("model-fixtures.json")) as {
		records: { n: number; model: ModelRecord; libraries: string[] }[];
	};
	return records
		.flatMap(({ n, model, libraries }) =>
			libraries.map((library) => ({ name: `${library}.${n}`, library, record: { ...model, tags: model.tags ?? [] } })),
		)
		.concat(cases);
}

const readText = (file: string): string => readFileSync(`${RECORDS}/${file}`, "utf8");

/** The library of a file of records, such as `transformers.js` of `transformers.js.default.txt`. */
const libraryOf = (file: string): string => file.replace(/\.[^.]*\.txt$/, "");

function describeLoading(snippets: readonly string[], record: ModelRecord): Findings {
	const whole = snippets.join("\n");
	const code = withoutWords(whole);
	return {
		number: [String(snippets.length)],
		names: [...findNames(code), ...(whole.includes(record.id) ? [record.id] : [])],
		calls: findCalls(code),
		options: findOptions(code),
	};
}

/** Code without comments and long texts: words are our own. */
const withoutWords = (code: string): string =>
	code.replace(/(^|\s)(?:#(?!!)|\/\/).*$/gm, "$1").replace(/"(?![\w-]{0,20}")(?:[^"\\\n]|\\.)*"/g, '""');

/** Packages that only help the example along. */
const HELPERS =
	/^(PIL|cv2|diffusers\.utils|huggingface_hub|IPython|io|json|librosa|matplotlib|numpy|os|pathlib|requests|scipy|soundfile|sys|torch|urllib)\b/;

/** Returns what code imports, the classes it loads, and the commands and options it runs. */
function findNames(code: string): string[] {
	const imported = [...code.matchAll(/^[ \t]*from +([\w.]+) +import +(?:\(([^)]*)\)|(.*))/gm)].flatMap(
		([, module, inBrackets, inLine]) =>
			(inBrackets ?? inLine ?? "").split(",").map((name) => `${module}.${name.trim().split(" as ")[0]}`),
	);
	const named = [
		/^[ \t]*import +([\w.]+)/gm,
		/\b([A-Z]\w*(?:\.\w+)+)\(/g,
		/^[ \t]*[!%]?((?:brew|cargo|conda|docker|git|hf|npm|uv) [a-z]+)/gm,
		/(?<![\w-])(--[a-z][\w-]*)/g,
	].flatMap((pattern) => [...code.matchAll(pattern)].map(([, name = ""]) => name));
	return sortUnique([...imported, ...named].filter((name) => !HELPERS.test(name) && !name.endsWith(".")));
}

/** Methods and functions that only help the example along. */
const HELPING_CALLS =
	/^(append|convert|cpu|cuda|decode|enumerate|eval|float|int|items|join|len|list|load|max|min|numpy|open|print|random|range|read|save|size|squeeze|str|show|sum|to|tolist|unsqueeze|write|zeros|zip)$/;

/**
 * Returns the classes, methods and imported functions that code calls, without what they are called on: variables are
 * our own.
 */
function findCalls(code: string): string[] {
	const imported = [...code.matchAll(/^[ \t]*from .* import (.*)/gm)].flatMap(([, names = ""]) => names.split(/\W+/));
	const called = [...code.matchAll(/(?<!\b(?:def|class) )(\.|\b)([A-Za-z_]\w*)\(/g)].flatMap(([, dot, name = ""]) =>
		dot || /^[A-Z]/.test(name) || imported.includes(name) ? [name] : [],
	);
	return sortUnique(called.filter((name) => !HELPING_CALLS.test(name)));
}

/** Returns the named arguments of calls, with the values that decide how a model is loaded. */
function findOptions(code: string): string[] {
	const options = [...code.matchAll(/(?:\(\s*([a-z]\w*) ?= ?|,\s*([a-z]\w*)=)(?!=)([\w.]+|"[\w-]*")?/g)];
	const decides = (value: string | undefined): boolean =>
		value !== undefined && /^(True|False|torch\.\w+|"(?:auto|cpu|cuda|mps|fp16)")$/.test(value);
	return sortUnique(options.map(([, first, later, value]) => `${first ?? later}=${decides(value) ? value : ""}`));
}

/**
 * Differences of local apps, over the same records and one with an odd name: whether an app shows a model, its link and
 * number of snippets.
 */
export function differingApps(theirs: Module, ours: Module): Difference[] {
	const odd: ModelRecord = { id: "org/odd+name & more#1", tags: ["gguf", "mlx", "unsloth"] };
	const records = new Map([...readCases().map(({ record }) => record), odd].map((record) => [record.id, record]));
	return Object.keys(theirs["LOCAL_APPS"] as object).flatMap((app) =>
		[...records.values()].flatMap((record) => {
			const find = (module: Module): Findings => describeApp(module, app, record);
			return compare("apps", `${app} ${record.id}`, find(theirs), find(ours));
		}),
	);
}

interface App {
	displayOnModelPage(model: object): boolean;
	deeplink?: (model: object, file?: string) => URL;
	snippet?: (model: object) => string | object[];
}

function describeApp(module: Module, name: string, record: ModelRecord): Findings {
	const app = (module["LOCAL_APPS"] as Readonly<Record<string, App>>)[name];
	return attempt<readonly string[]>(() => {
		const links = [undefined, "", "a/odd+name & more#m-Q4_K_M.gguf"].map(
			(file) => app?.deeplink?.(record, file).href ?? "",
		);
		const shown = app?.displayOnModelPage(record) ?? false;
		const number = shown ? [app?.snippet?.(record) ?? []].flat().length : 0;
		return { shown: [String(shown)], link: links, number: [String(number)] };
	}, []);
}

/** Differences of code that calls models, for every provider and task: clients, called methods, URLs, models, bodies. */
export function differingCalls(theirs: Module, ours: Module, tasks: readonly string[]): Difference[] {
	const { error } = console;
	// The generators report pairs that they do not know.
	console.error = () => undefined;
	try {
		const providers = ["auto", ...(theirs["INFERENCE_PROVIDERS"] as readonly string[])];
		return tasks.flatMap((task) =>
			providers.flatMap((provider) => {
				const forms = task === "text-generation" ? [false, true] : [false];
				return forms.flatMap((streaming) => compareCalls(theirs, ours, { task, provider, streaming }));
			}),
		);
	} finally {
		console.error = error;
	}
}

interface Call {
	task: string;
	provider: string;
	streaming: boolean;
}

function compareCalls(theirs: Module, ours: Module, call: Call): Difference[] {
	const name = `${call.task}${call.streaming ? " stream" : ""} ${call.provider}`;
	const [left, right] = [describeCalls(theirs, call), describeCalls(ours, call)];
	const clients = compare("calls", name, { clients: Object.keys(left) }, { clients: Object.keys(right) });
	const shared = Object.keys(left).filter((client) => Object.hasOwn(right, client));
	return [
		...clients,
		...shared.flatMap((client) => compare("calls", `${name} ${client}`, left[client] ?? {}, right[client] ?? {})),
	];
}

/** Language and client → what its snippet calls and sends. */
function describeCalls(module: Module, { task, provider, streaming }: Call): Record<string, Findings> {
	type Snippets = { language: string; client: string; content: string }[];
	const { getInferenceSnippets } = module["snippets"] as {
		getInferenceSnippets(model: object, provider: string, mapping: object | undefined, options: object): Snippets;
	};
	const model = { id: "org/m", pipeline_tag: task, tags: [], inference: "" };
	const offered = /^(text-generation|image-text-to-text)$/.test(task) ? "conversational" : task;
	const mapping = { hfModelId: model.id, providerId: "pid/m", status: "live", task: offered, provider };
	const entry = provider === "auto" ? undefined : mapping;
	return attempt<Findings>(
		() =>
			Object.fromEntries(
				getInferenceSnippets(model, provider, entry, { streaming }).map(({ language, client, content }) => {
					const isRaw = client === "requests" || client === "curl";
					const findings = {
						call: search(content, /(?:\b(?:client|fal_client|requests)\.[\w.]+|\bfetch)(?=\()|^curl\b/gm),
						url: search(content, /https?:\/\/[^\s"'`)\\]+/g).filter((url) => !/\.(jpg|png)$/.test(url)),
						model: search(content, /\b(?:org|pid)\/m[\w:-]*/g),
						body: isRaw ? search(content, /(?<=")\w+(?=":)/g).filter((key) => key !== "Authorization") : [],
					};
					return [`${language}/${client}`, findings];
				}),
			),
		{},
	);
}

/** The findings, or the name of the error in their place. */
function attempt<T>(find: () => Record<string, T>, empty: T): Record<string, T> {
	try {
		return find();
	} catch (error) {
		return { [`an error: ${(error as Error).message}`]: empty };
	}
}

function search(content: string, pattern: RegExp): string[] {
	return sortUnique([...content.matchAll(pattern)].map(([found]) => found));
}

const sortUnique = (names: string[]): string[] => [...new Set(names)].sort();

/** One difference for each aspect, with what only one side has. */
function compare(area: string, name: string, theirs: Findings, ours: Findings): Difference[] {
	return sortUnique([...Object.keys(theirs), ...Object.keys(ours)]).flatMap((aspect) => {
		const [left = [], right = []] = [theirs[aspect], ours[aspect]];
		const onlyIn = (some: readonly string[], others: readonly string[]): string =>
			some.filter((item) => !others.includes(item)).join(", ") || "nothing more";
		const [onlyTheirs, onlyOurs] = [onlyIn(left, right), onlyIn(right, left)];
		if (onlyTheirs === onlyOurs) return [];
		return [{ area, name: `${name} ${aspect}`, theirs: onlyTheirs, ours: onlyOurs }];
	});
}
