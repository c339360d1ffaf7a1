import type { Usage } from "../exchange/index.ts";
import type { Args, Grouping } from "../inference/index.ts";
import type { BatchRow } from "./types.ts";

/** Most characters of one call: services limit its tokens too, OpenAI's embeddings to 300,000. */
const MAX_CHARACTERS = 200_000;
/** Calls with two rows that an unknown endpoint may refuse before calls contain only single rows. */
const MAX_REFUSALS = 3;

/** A row that waits for a call. */
interface Waiting {
	readonly row: BatchRow;
	readonly args: Args | undefined;
	/** Maximum rows of its next call. */
	most: number;
}

/** A row with its arguments. */
export interface ReadRow<Work> {
	readonly work: Work;
	readonly args: Args;
}

/** The response to a call, or the part of a row in it. */
export interface CallResponse {
	output: unknown;
	usage: Usage | undefined;
	/** US dollars; null if unknown. */
	cost: number | null;
}

/** Decides how many rows a call of a target contains. */
export class CallGroups {
	private readonly grouping: Grouping | undefined;
	readonly maxInputs: number;
	private size: number;
	private refusals = 0;
	/** Several rows have shared a call that succeeded, or the target is known to accept them. */
	private hasShared: boolean;
	/** A call with two rows is in flight, to find out whether the target takes a list. */
	private isTrying = false;

	/**
	 * @param grouping of the target's task; undefined: a row each
	 * @param wanted rows of a call; undefined: as many as the target takes
	 * @param isKnown whether the target is known to take several; others get one row until two succeeded in one call
	 */
	constructor(grouping: Grouping | undefined, wanted: number | undefined, isKnown: boolean) {
		this.grouping = grouping;
		this.maxInputs = grouping ? (wanted ?? grouping.maxInputs) : 1;
		this.size = isKnown || wanted !== undefined ? this.maxInputs : 1;
		this.hasShared = isKnown;
	}

	/** Most rows of a call that begins with this one. */
	sizeFor({ most }: Waiting): number {
		return this.isTrying ? 1 : Math.min(this.size, most);
	}

	/** A call with this many rows starts. Returns a function for its end. */
	begin(rows: number): () => void {
		if (rows === 1 || this.size >= this.maxInputs) return () => undefined;
		this.isTrying = true;
		return () => {
			this.isTrying = false;
		};
	}

	/** A call with this many rows succeeded. */
	succeed(rows: number): void {
		if (rows > 1) {
			this.hasShared = true;
			this.size = this.maxInputs;
		} else if (!this.hasShared && this.size === 1 && this.refusals < MAX_REFUSALS)
			this.size = Math.min(2, this.maxInputs);
	}

	/** A call with several rows was refused: each of them is sent with fewer others, until a bad one is alone. */
	split(works: readonly Waiting[]): void {
		for (const work of works) work.most = Math.ceil(works.length / 2);
		// If a call with several rows has succeeded before, one of the rows is bad; calls in flight show nothing new.
		if (this.hasShared || this.size === 1) return;
		this.refusals++;
		this.size = 1;
	}

	/** Returns the result of each row; undefined if there is not one for each. Tokens are divided by length, the cost by tokens. */
	divide(answer: CallResponse, rows: readonly ReadRow<unknown>[]): readonly CallResponse[] | undefined {
		if (rows.length === 1) return [answer];
		const outputs = this.grouping?.split(answer.output);
		if (outputs?.length !== rows.length) return undefined;
		const usages =
			answer.usage && divideUsage(answer.usage, shareOut(rows.map(({ args }) => String(args.inputs).length)));
		const costs = shareOut(rows.map((_, place) => usages?.[place]?.input_tokens ?? 1));
		return outputs.map((output, place) => ({
			output,
			usage: usages?.[place],
			cost: answer.cost === null ? null : answer.cost * (costs[place] ?? 0),
		}));
	}
}

/** Takes the first rows of a queue that may share a call: with one task and one model, and not too long. */
export function takeGroup<Work extends Waiting>(ready: readonly Work[], most: number): Work[] {
	const [first] = ready;
	const group: Work[] = [];
	let characters = 0;
	for (const work of ready) {
		const { row, args } = work;
		const isAnswered = row.failure !== undefined || row.answer !== undefined;
		if (group.length >= most || isAnswered || row.task !== first?.row.task || row.model !== first?.row.model) break;
		characters += typeof args?.inputs === "string" ? args.inputs.length : 0;
		if (group.length > 0 && (characters > MAX_CHARACTERS || work.most <= group.length)) break;
		group.push(work);
	}
	return group;
}

/** Divides rows into those that fit into one call with the first, and the others: all but the text must be the same. */
export function joinable<Work>(rows: readonly ReadRow<Work>[]): Record<"joined" | "others", readonly ReadRow<Work>[]> {
	const [first] = rows;
	if (!first || rows.length === 1) return { joined: rows, others: [] };
	const wanted = writeRest(first.args);
	const isJoined = ({ args }: ReadRow<Work>): boolean => wanted !== undefined && writeRest(args) === wanted;
	return {
		joined: wanted === undefined ? [first] : rows.filter(isJoined),
		others: wanted === undefined ? rows.slice(1) : rows.filter((row) => !isJoined(row)),
	};
}

/** The arguments of one call for several rows. */
export function joinArgs(rows: readonly ReadRow<unknown>[]): Args {
	const [first] = rows;
	if (rows.length === 1) return first?.args ?? {};
	return { ...first?.args, inputs: rows.map(({ args }) => args.inputs) };
}

/** The arguments besides the text; undefined if the text is not one that a list can hold. */
function writeRest({ inputs, ...rest }: Args): string | undefined {
	return typeof inputs === "string" && rest.data === undefined ? JSON.stringify(rest) : undefined;
}

/** The share of each in the sum; equal ones where that is 0. */
function shareOut(sizes: readonly number[]): number[] {
	const whole = sizes.reduce((sum, size) => sum + size, 0);
	return sizes.map((size) => (whole === 0 ? 1 / sizes.length : size / whole));
}

/** Tokens are whole numbers whose sum is that of the call. */
function divideUsage(usage: Usage, shares: readonly number[]): Usage[] {
	const divide = (tokens: number): number[] => {
		let [share, before] = [0, 0];
		return shares.map((own) => {
			share += own;
			const part = Math.round(tokens * share) - before;
			before += part;
			return part;
		});
	};
	const output = divide(usage.output_tokens);
	const input = divide(usage.input_tokens);
	return input.map((input_tokens, place) => ({ input_tokens, output_tokens: output[place] ?? 0 }));
}
