import { describe, expect, it } from "vitest";
import { TASK_MODELS } from "../../src/catalogue/task-models.ts";
import { findTaskGuide } from "../../src/catalogue/tasks-data.ts";
import {
	ALL_MODEL_LIBRARY_KEYS,
	LIBRARY_TASK_MAPPING,
	MAPPING_DEFAULT_WIDGET,
	MODALITIES,
	MODALITY_LABELS,
	PIPELINE_DATA,
	PIPELINE_TYPES,
	PIPELINE_TYPES_SET,
	type PipelineType,
	REMOVED_IN_V5_TRANSFORMERS_PIPELINES,
	SUBTASK_TYPES,
	TASKS_DATA,
	TASKS_MODEL_LIBRARIES,
	type TaskDemoEntry,
} from "../../src/tasks.ts";
import { countBy, mapValues, readSpecification } from "./specification.ts";

type DemoItem =
	| { type: "img" | "audio"; filename: string }
	| { type: "text"; label: string; content: string | null }
	| { type: "chart"; data: { label: string | null; score: number }[] }
	| { type: "tabular"; header: string[]; bodyRows: number }
	| { type: "text-with-tokens"; textLength: number; tokens: { type: string; start: number; end: number }[] };

interface TaskEntry {
	name: string;
	modality: string;
	since?: string;
	subtasks?: { type: string; name: string }[];
	hideInModels?: boolean;
	hideInDatasets?: boolean;
	libraries: string[];
	mappedLibraries: string[];
	page: "full" | "placeholder" | "none";
	pageBase?: string;
	canonicalId?: string;
	isPlaceholder?: boolean;
	datasets: string[];
	models: string[];
	spaces: string[];
	metrics: string[];
	widgetModels: string[];
	youtubeId: string | null;
	demo: { inputs: DemoItem[]; outputs: DemoItem[] };
}

const specified = readSpecification<{
	modalities: string[];
	modalityLabels: Record<string, string>;
	pipelineTypes: PipelineType[];
	pipelineTypesLater: string[];
	subtaskTypes: string[];
	recordOrder: string[];
	libraryTaskMapping: Record<string, string[]>;
	removedInV5TransformersPipelines: { tasks: string[] };
	tasks: Record<PipelineType, TaskEntry>;
}>("tasks");

const entries = specified.pipelineTypes.map((id) => ({ id, entry: specified.tasks[id] }));
const records = Object.values(TASKS_DATA).filter((record) => record !== undefined);
const demoItems = records.flatMap(({ demo }) => [...demo.inputs, ...demo.outputs]);

/** What the specified data tells of a demo item; the texts are ours. */
function factsOf(item: TaskDemoEntry, given: DemoItem | undefined): unknown {
	switch (item.type) {
		case "text":
			return { ...item, content: given?.type === "text" && given.content !== null ? item.content : null };
		case "chart":
			return {
				type: item.type,
				data: item.data.map(({ label, score }, index) => ({
					label: given?.type === "chart" && given.data[index]?.label !== null ? label : null,
					score,
				})),
			};
		case "tabular":
			return { type: item.type, header: item.table[0], bodyRows: item.table.length - 1 };
		case "text-with-tokens":
			return { type: item.type, tokens: item.tokens };
		default:
			return item;
	}
}

function withoutText(item: DemoItem): unknown {
	return item.type === "text-with-tokens" ? { type: item.type, tokens: item.tokens } : item;
}

describe("task tables", () => {
	it("lists the task ids in order", () => {
		// Tasks of our own may stand between them.
		const known: ReadonlySet<string> = new Set(specified.pipelineTypes);
		expect(PIPELINE_TYPES.filter((id) => known.has(id))).toEqual(specified.pipelineTypes);
		expect([...PIPELINE_TYPES_SET]).toEqual([...PIPELINE_TYPES]);
		expect(entries.filter(({ entry }) => entry.since).map(({ id }) => id)).toEqual(specified.pipelineTypesLater);
	});

	it("lists modalities with headings", () => {
		expect(MODALITIES).toEqual(specified.modalities);
		expect(Object.entries(MODALITY_LABELS)).toEqual(Object.entries(specified.modalityLabels));
		expect(countBy(Object.values(PIPELINE_DATA), ({ modality }) => modality)).toEqual({
			multimodal: 9,
			nlp: 15,
			cv: 19,
			audio: 6,
			tabular: 4,
			rl: 2,
			other: 2,
		});
	});

	it.each(entries)("describes $id", ({ id, entry }) => {
		const { name, modality, subtasks, hideInModels, hideInDatasets } = entry;
		expect(PIPELINE_DATA[id]).toEqual({
			name,
			modality,
			...(subtasks && { subtasks }),
			...(hideInModels !== undefined && { hideInModels }),
			...(hideInDatasets !== undefined && { hideInDatasets }),
		});
		expect(TASKS_MODEL_LIBRARIES[id]).toEqual(entry.libraries);
		expect(ALL_MODEL_LIBRARY_KEYS.filter((library) => LIBRARY_TASK_MAPPING[library]?.includes(id)).toSorted()).toEqual(
			entry.mappedLibraries.toSorted(),
		);
	});

	it("lists rows in table order", () => {
		expect(Object.keys(PIPELINE_DATA)).toEqual(specified.pipelineTypes);
		expect(Object.keys(TASKS_DATA)).toEqual(specified.recordOrder);
		expect(Object.keys(TASKS_MODEL_LIBRARIES).toSorted()).toEqual(specified.pipelineTypes.toSorted());
		expect(Object.entries(LIBRARY_TASK_MAPPING)).toEqual(Object.entries(specified.libraryTaskMapping));
	});

	it("lists the sub-tasks in task order", () => {
		expect(SUBTASK_TYPES).toEqual(specified.subtaskTypes);
		expect(SUBTASK_TYPES).toHaveLength(75);
		expect(new Set(SUBTASK_TYPES).size).toBe(74);
	});

	it("hides some tasks from filters", () => {
		const hidden = (name: "hideInModels" | "hideInDatasets") => PIPELINE_TYPES.filter((id) => PIPELINE_DATA[id][name]);
		expect(hidden("hideInModels").toSorted()).toEqual(
			["tabular-to-text", "table-to-text", "multiple-choice", "text-retrieval", "other"].toSorted(),
		);
		expect(hidden("hideInDatasets").toSorted()).toEqual(
			["audio-text-to-text", "document-question-answering", "keypoint-detection", "video-to-video", "other"].toSorted(),
		);
	});

	it("maps only to known libraries and tasks", () => {
		const libraries = new Set(Object.values(TASKS_MODEL_LIBRARIES).flat());
		expect([...libraries].filter((key) => !ALL_MODEL_LIBRARY_KEYS.includes(key))).toEqual([]);
		expect(libraries.size).toBe(24);
		const mapped = Object.keys(LIBRARY_TASK_MAPPING);
		expect(mapped.filter((key) => !(ALL_MODEL_LIBRARY_KEYS as readonly string[]).includes(key))).toEqual([]);
		expect(mapped).toHaveLength(28);
		const tasks = Object.values(LIBRARY_TASK_MAPPING).flat();
		expect(tasks.filter((id) => !PIPELINE_TYPES_SET.has(id))).toEqual([]);
		expect(tasks).toHaveLength(73);
		expect(PIPELINE_TYPES.filter((id) => TASKS_MODEL_LIBRARIES[id].length === 0).toSorted()).toEqual(
			["voice-activity-detection", "robotics", "text-retrieval", "time-series-forecasting", "other"].toSorted(),
		);
	});

	it("marks what transformers 5 dropped", () => {
		expect(REMOVED_IN_V5_TRANSFORMERS_PIPELINES).toEqual(specified.removedInV5TransformersPipelines.tasks);
	});
});

describe("task records", () => {
	it.each(entries)("records $id", ({ id, entry }) => {
		const record = TASKS_DATA[id];
		if (entry.page === "none") {
			expect(record).toBeUndefined();
			expect(findTaskGuide(id)).toBeUndefined();
			return;
		}
		const ids = (examples: { id: string }[] | undefined) => examples?.map((example) => example.id);
		const facts = (items: TaskDemoEntry[] | undefined, given: DemoItem[]) =>
			items?.map((item, index) => factsOf(item, given[index]));
		expect({
			...record,
			summary: "",
			datasets: ids(record?.datasets),
			models: ids(record?.models),
			spaces: ids(record?.spaces),
			metrics: ids(record?.metrics),
			demo: {
				inputs: facts(record?.demo.inputs, entry.demo.inputs),
				outputs: facts(record?.demo.outputs, entry.demo.outputs),
			},
		}).toEqual({
			id,
			label: entry.name,
			libraries: entry.libraries,
			summary: "",
			datasets: entry.datasets,
			models: entry.models,
			spaces: entry.spaces,
			metrics: entry.metrics,
			widgetModels: entry.widgetModels,
			isPlaceholder: entry.isPlaceholder,
			...(entry.youtubeId !== null && { youtubeId: entry.youtubeId }),
			...(entry.canonicalId !== undefined && { canonicalId: entry.canonicalId }),
			demo: { inputs: entry.demo.inputs.map(withoutText), outputs: entry.demo.outputs.map(withoutText) },
		});
	});

	it("lists the same models as the table of default models", () => {
		const models = records.map(({ id, models }) => [id, models.map((model) => model.id)]);
		expect(Object.entries(TASK_MODELS).filter(([, ids]) => ids !== null)).toEqual(models);
	});

	it("has a record of 47 tasks", () => {
		expect(records).toHaveLength(47);
		expect(Object.values(TASKS_DATA)).toHaveLength(PIPELINE_TYPES.length);
		expect(entries.filter(({ entry }) => entry.pageBase === "placeholder").map(({ id }) => id)).toEqual([
			"video-to-video",
		]);
	});

	it("has no missing text", () => {
		for (const { id, summary, datasets, models, spaces, metrics, demo } of records) {
			expect(summary, id).not.toBe("");
			const examples = [...datasets, ...models, ...spaces, ...metrics];
			expect(
				examples.filter(({ description }) => description === ""),
				id,
			).toEqual([]);
			for (const item of [...demo.inputs, ...demo.outputs]) {
				if (item.type === "text") expect(item.content, id).not.toBe("");
				if (item.type === "chart")
					expect(item.data.map(({ label }) => label).filter((label) => label === "")).toEqual([]);
				if (item.type === "tabular") {
					const widths = item.table.map((row) => row.length);
					expect(new Set(widths).size, id).toBe(1);
				}
				if (item.type === "text-with-tokens") {
					const outside = item.tokens.filter(({ start, end }) => start < 0 || start >= end || end > item.text.length);
					expect(outside, id).toEqual([]);
				}
			}
			expect(findTaskGuide(id)?.command).toMatch(/^hub /);
		}
	});

	it("exists only for known tasks", () => {
		expect(
			Object.fromEntries(records.flatMap(({ id, canonicalId }) => (canonicalId ? [[id, canonicalId]] : []))),
		).toEqual({
			summarization: "text-generation",
			"text-to-speech": "text-to-audio",
			translation: "text-generation",
		});
	});

	it("has demos of six kinds", () => {
		expect(countBy(demoItems, ({ type }) => type)).toEqual({
			text: 55,
			img: 37,
			chart: 11,
			audio: 8,
			tabular: 7,
			"text-with-tokens": 1,
		});
	});
});

describe("default widgets", () => {
	const { languages, shapes } = readSpecification<{
		defaultWidgets: { languages: string[]; shapes: Record<string, Record<string, number | string>> };
	}>("extras").defaultWidgets;

	it("lists the languages in order", () => {
		expect([...MAPPING_DEFAULT_WIDGET.keys()]).toEqual(languages);
	});

	it.each(languages)("lists the examples of %s", (language) => {
		const shapeOf = (examples: readonly unknown[]) => {
			const kinds = examples.map((example) =>
				typeof example === "string" ? "" : Object.keys(Object(example)).join("+"),
			);
			const fields = new Set(kinds);
			expect(fields.size).toBe(1);
			return kinds[0] ? `${examples.length}:${kinds[0]}` : examples.length;
		};
		const examples = Object.fromEntries(MAPPING_DEFAULT_WIDGET.get(language) ?? []);
		expect(Object.entries(mapValues(examples, shapeOf))).toEqual(Object.entries(shapes[language] ?? {}));
	});
});
