import { isRecord, readMember } from "../base/json.ts";
import { RecentMap } from "../base/memoize.ts";
import type { Budgets } from "./budgets.ts";
import { GatewayError } from "./errors.ts";
import { responseNotFound } from "./response-store.ts";
import type { Target } from "./types.ts";

/** Of a request: its members. */
type RequestMembers = Readonly<Record<string, unknown>>;

/** A response that a provider keeps for a client. */
export interface PassedResponse {
	/** Name of the client's key; empty for the owner's. */
	owner: string;
	target: Target;
	/** The model as the client named it. */
	model: string;
	/** Id of the call that made it, on the page. */
	callId: string;
	/** The amount that budgets counted for it, until its cost is known: it runs in the background. */
	booking: Booking | undefined;
}

interface Booking {
	/** US dollars; undefined where no budget counts it. */
	usd: number | undefined;
	/** Milliseconds since 1970. */
	time: number;
}

/** Something that a provider keeps and a request names. */
interface Reference {
	id: string;
	/** The field that names it. */
	param: string;
}

const MAX_RESPONSES = 10_000;
/** Of items and conversations. */
const MAX_PARTS = 100_000;
/** Ids become parts of URLs. */
const ID = /^[\w-]{1,200}$/;

/**
 * Records the owners and the parts of the responses that providers store. A provider's own API knows one account
 * only: that of the owner, for whom all keys call.
 */
export function createPassedResponses(budgets: Pick<Budgets, "book">) {
	const responses = new RecentMap<PassedResponse>(MAX_RESPONSES);
	/** Ids of items and conversations → their owners. */
	const parts = new RecentMap<string>(MAX_PARTS);

	const keepPart = (id: unknown, owner: string): void => {
		if (typeof id === "string" && ID.test(id) && !parts.has(id)) parts.set(id, owner);
	};
	/** What was not requested through this gateway belongs to the account: to the owner's key. */
	const isOwn = (id: string, owner: string): boolean => (responses.get(id)?.owner ?? parts.get(id) ?? "") === owner;
	return {
		/** Remembers a response as a provider sent it, or a list of items. */
		keep(value: unknown, passed: PassedResponse): void {
			const id = readMember(value, "id");
			if (typeof id === "string" && ID.test(id) && !responses.has(id)) responses.set(id, passed);
			const conversation = readMember(value, "conversation");
			keepPart(readMember(conversation, "id") ?? conversation, passed.owner);
			for (const list of [readMember(value, "output"), readMember(value, "data")]) {
				for (const item of Array.isArray(list) ? list : []) keepPart(readMember(item, "id"), passed.owner);
			}
		},
		/** @throws GatewayError 404 */
		find(id: string, owner: string): PassedResponse {
			const found = responses.get(id);
			if (found?.owner === owner) return found;
			throw responseNotFound(id);
		},
		drop(id: string): void {
			responses.delete(id);
		},
		/** Corrects what budgets have counted for a response that has ended; an unknown cost stays as estimated. */
		close(passed: PassedResponse, cost: number | null): void {
			const { booking, owner } = passed;
			passed.booking = undefined;
			if (booking?.usd !== undefined && cost !== null) budgets.book(owner || null, cost - booking.usd, booking.time);
		},
		/**
		 * Checks that everything at a provider that a request names belongs to its client.
		 * @throws GatewayError 404
		 */
		checkReferences(fields: RequestMembers, owner: string): void {
			const foreign = listReferences(fields).find(({ id }) => !isOwn(id, owner));
			if (!foreign) return;
			const { id, param } = foreign;
			if (param === "previous_response_id") throw responseNotFound(id);
			const message = `There is no "${id.slice(0, 100)}" that this key may name: it was not made with this key through this hub serve.`;
			throw new GatewayError(404, message, { code: "reference_not_found", param });
		},
	};
}

/** Whether a response is still being made. */
export function isPending(response: unknown): boolean {
	const status = readMember(response, "status");
	return status === "queued" || status === "in_progress";
}

/** Lists the stored objects that a request names: responses, items, conversations, prompts, files, containers. */
function listReferences(fields: RequestMembers): Reference[] {
	const found: Reference[] = [];
	const add = (param: string, ...ids: unknown[]): void => {
		for (const id of ids.flat()) if (typeof id === "string" && id !== "") found.push({ id, param });
	};
	const { previous_response_id: previous, conversation, prompt, input, tools } = fields;
	add("previous_response_id", previous);
	add("conversation", conversation, readMember(conversation, "id"));
	add("prompt", readMember(prompt, "id"));
	for (const variable of Object.values(recordOf(readMember(prompt, "variables")))) {
		add("prompt", readMember(variable, "file_id"));
	}
	for (const item of listOf(input)) {
		if (isReference(item)) add("input", readMember(item, "id"));
		const contents = [readMember(item, "content"), readMember(item, "output")];
		for (const part of contents.flatMap((content) => [content, ...listOf(content)])) {
			add("input", readMember(part, "file_id"));
		}
	}
	for (const tool of listOf(tools)) {
		const container = readMember(tool, "container");
		add("tools", readMember(tool, "vector_store_ids"), container, readMember(container, "file_ids"));
		add("tools", readMember(container, "container_id"), readMember(readMember(tool, "input_image_mask"), "file_id"));
	}
	return found;
}

/** Whether an item of the input is only named, or without its content. */
function isReference(item: unknown): boolean {
	const { type, role, result } = recordOf(item);
	if (type === "item_reference") return true;
	return type === "image_generation_call" ? typeof result !== "string" : (type ?? null) === null && role === undefined;
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): RequestMembers {
	return isRecord(value) ? value : {};
}

/** Types of tools that the client runs itself: they cost tokens only. */
const OWN_TOOLS: ReadonlySet<unknown> = new Set(["function", "custom", "namespace", "local_shell", "apply_patch"]);

/** Returns the type of the first tool that the service runs, at a separate price. */
export function findHostedTool({ tools }: RequestMembers): string | undefined {
	const types = listOf(tools).map((tool) => readMember(tool, "type"));
	const hosted = types.find((type) => !OWN_TOOLS.has(type));
	return hosted === undefined ? undefined : String(JSON.stringify(hosted)).slice(0, 100);
}
