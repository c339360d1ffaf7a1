import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../call-task.ts";
import type { ModelRecord } from "../../page.ts";
import type { FirstModel } from "../props.ts";
import type { ModelEntries } from "./describe-model.ts";
import { readHash, toHash } from "./link.ts";
import { fetchRecord, parseRecord } from "./read-record.ts";

/** What is chosen: the tab of each list, and the options of a call. */
export interface ModelChoice {
	group: string;
	tool?: string | undefined;
	language: string;
	client?: string | undefined;
	provider: string;
	streaming: boolean;
	endpoint: string;
}

export interface ModelState extends ModelChoice, FirstModel {
	/** Whether the record was pasted, so that a link has to hold it. */
	isPasted: boolean;
}

type Changes = Partial<ModelState>;

const NO_CHOICE: ModelChoice = { group: "call", language: "js", provider: "auto", streaming: false, endpoint: "" };

/**
 * The state of "Use this model".
 * @param initial `{record, entries}` of the first model
 * @param hasLink whether the page's URL follows the choice
 */
export function useModelState(initial: FirstModel, hasLink: boolean) {
	const [state, setState] = useState<ModelState>({
		...initial,
		...NO_CHOICE,
		group: firstGroup(initial.entries),
		isPasted: false,
	});
	const [id, setId] = useState(initial.record.id);
	const [pasted, setPasted] = useState("");
	const [problem, setProblem] = useState<string>();
	const [isLoading, setLoading] = useState(false);
	const latest = useRef(0);

	const update = async (changes: Changes) => {
		latest.current += 1;
		const number = latest.current;
		const next = { ...state, ...changes };
		// The open tab is known at once; the code for other options has to be generated.
		setState((before) => ({ ...before, ...changes }));
		try {
			const { describeModel } = await import("./describe-model.ts");
			const entries = describeModel(next.record, next);
			if (number !== latest.current) return;
			setState((before) => ({ ...before, entries }));
			setProblem(undefined);
		} catch (error) {
			if (number === latest.current) setProblem(messageOf(error));
		}
	};

	const show = (record: ModelRecord, changes: Changes = {}) => {
		setId(record.id);
		return update({ record, isPasted: false, provider: "auto", tool: undefined, client: undefined, ...changes });
	};
	const showSample = async (model: string) => {
		const { SAMPLE_MODELS } = await import("./describe-model.ts");
		setPasted("");
		const sample = SAMPLE_MODELS.find(({ id }) => id === model);
		if (sample) await show(sample);
	};
	const paste = (text: string) => {
		setPasted(text);
		if (text.trim() === "") return setProblem(undefined);
		try {
			const record = parseRecord(text);
			setProblem(undefined);
			return show(record, { isPasted: true });
		} catch (error) {
			return setProblem(messageOf(error));
		}
	};
	const load = async () => {
		setLoading(true);
		setProblem(undefined);
		try {
			await show(await fetchRecord(id.trim()));
		} catch (error) {
			setProblem(messageOf(error));
		}
		setLoading(false);
	};

	useFollowedLink(hasLink, state, { show, setId, setProblem });
	return { state, id, setId, pasted, paste, problem, isLoading, load, showSample, update };
}

/** Returns the first group that is not empty: a model that a provider serves can be called at once. */
function firstGroup({ load, call, apps }: ModelEntries): string {
	if (call.length > 0) return "call";
	return load.length > 0 || apps.length === 0 ? "load" : "apps";
}

/** Reads the URL once, and then writes each choice into it. */
interface LinkActions {
	show(record: ModelRecord, changes: Changes): Promise<void>;
	setId(id: string): void;
	setProblem(problem: string): void;
}

function useFollowedLink(hasLink: boolean, state: ModelState, { show, setId, setProblem }: LinkActions): void {
	const isRead = useRef(false);
	const actions = useRef({ show, setId, setProblem });
	actions.current = { show, setId, setProblem };
	useEffect(() => {
		if (!hasLink) return;
		const read = async () => {
			const linked = await readHash(location.hash);
			isRead.current = true;
			if (!linked) return;
			const { SAMPLE_MODELS } = await import("./describe-model.ts");
			const sample = SAMPLE_MODELS.find((candidate) => candidate.id === linked.model);
			const record = linked.record ?? sample;
			if (record) await actions.current.show(record, { ...linked.choice, isPasted: linked.record !== undefined });
			else {
				actions.current.setId(linked.model);
				actions.current.setProblem(`Press "Load from Hugging Face" to see the code for ${linked.model}.`);
			}
		};
		void read();
	}, [hasLink]);
	const { record, isPasted, group, tool, language, client, provider, streaming, endpoint } = state;
	const isFirst = useRef(true);
	useEffect(() => {
		if (isFirst.current || !hasLink || !isRead.current) {
			isFirst.current = false;
			return;
		}
		void toHash({ record, isPasted, group, tool, language, client, provider, streaming, endpoint }).then((hash) =>
			history.replaceState(null, "", `#${hash}`),
		);
	}, [hasLink, record, isPasted, group, tool, language, client, provider, streaming, endpoint]);
}
