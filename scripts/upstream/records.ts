/**
 * Model records for the comparison of loading code, made from what the reference itself shows: each of its libraries, with
 * the tags that its code asks a record for. Records of the tests know only what somebody thought of.
 */

/** A record of a model, with what the comparison reads of it. */
export interface ModelRecord {
	id: string;
	tags: readonly string[];
	[member: string]: unknown;
}

export interface LoadingCase {
	/** Library and what is odd about the record, such as `diffusers.+lora text-to-video`. */
	name: string;
	library: string;
	record: ModelRecord;
}

export type Libraries = Readonly<Record<string, { snippets?: (model: object) => string[] }>>;

/** Tags that say something in most libraries, whether or not the code of one asks for them. */
const COMMON_TAGS = ["conversational", "custom_code", "gguf", "adapter", "unknown-tag"];
/** As many rounds find tags that are asked for only where another one is. */
const ROUNDS = 4;
/** A record with what code of several libraries asks for. */
const COMPLETE = {
	id: "org/some-model",
	cardData: { base_model: "org/base-model" },
	transformersInfo: { auto_model: "AutoModelForCausalLM", processor: "AutoTokenizer" },
};

/**
 * Makes records for each library that one of the packages has: none, one and two of the tags that its code asks for, with
 * and without each task.
 * @param tasks ids of all tasks
 */
export function makeCases(theirs: Libraries, ours: Libraries, tasks: readonly string[]): LoadingCase[] {
	const libraries = [...new Set([...Object.keys(theirs), ...Object.keys(ours)])];
	const perhaps = [undefined, ...tasks];
	return libraries.flatMap((library) => {
		const asked = [...new Set([theirs, ours].flatMap((side) => findTags(side[library]?.snippets, perhaps)))];
		const single = [...new Set([...asked, ...COMMON_TAGS, library])].map((tag) => [tag]);
		const pairs = asked.flatMap((tag, index) => asked.slice(index + 1).map((other) => [tag, other]));
		const sets = [[], ...single, ...pairs];
		return perhaps.flatMap((task) =>
			sets.map((tags) => ({
				name: `${library}.${[...tags.map((tag) => `+${tag}`), ...(task ? [task] : [])].join(" ")}`,
				library,
				record: { ...COMPLETE, tags, library_name: library, ...(task && { pipeline_tag: task }) },
			})),
		);
	});
}

/** Returns the tags that the code of a library asks a record for, those behind another tag included. */
function findTags(snippets: Libraries[string]["snippets"], tasks: readonly (string | undefined)[]): string[] {
	const found = new Set<string>();
	for (let round = 0; snippets && round < ROUNDS; round++) {
		const before = found.size;
		for (const task of tasks) {
			for (const tags of [[], ...[...found].map((tag) => [tag])]) {
				try {
					const heard = listenTo(tags, (tag) => found.add(tag));
					snippets({ ...COMPLETE, tags: heard, ...(task && { pipeline_tag: task }) });
				} catch {
					// What fails is compared later; the tags until then count.
				}
			}
		}
		if (found.size === before) break;
	}
	return [...found];
}

/** A list of tags that tells what is looked for in it. */
function listenTo(tags: readonly string[], onAsked: (tag: string) => void): string[] {
	return new Proxy([...tags], {
		get(target, name) {
			if (name !== "includes" && name !== "indexOf") return Reflect.get(target, name);
			return (tag: string) => {
				if (typeof tag === "string") onAsked(tag);
				return name === "includes" ? target.includes(tag) : target.indexOf(tag);
			};
		},
	});
}
