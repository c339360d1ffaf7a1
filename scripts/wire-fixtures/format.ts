/** JSON that can also contain files: `{ $blob: base64, type }`, `{ $bytes: base64 }`, `{ $view: base64 }`, `{ $url: url }`. */
export type Data = unknown;
export type Members = Record<string, Data>;

export interface Mapping {
	providerId: string;
	task: string;
	status?: string;
	adapter?: string;
	adapterWeightsPath?: string;
}

export interface ExpectedRequest {
	method: string;
	url: string;
	/** All but `User-Agent`. */
	headers: Record<string, string>;
	/** `{ json }`, `{ raw }` (a file), or `{ form }` (name and value in order). Absent when there is none. */
	body?: { json: Data } | { raw: Data } | { form: [string, Data][] };
	credentials?: string;
}

export interface CannedReply {
	status?: number;
	type?: string;
	json?: Data;
	text?: string;
	base64?: string;
}

/** One recorded call: its arguments, its requests and responses, and its result. */
export interface WireFixture {
	provider: string;
	task: string;
	/** Which release of the reference client behaves alike: the early one, the late one, or none. */
	reference: "early" | "late" | "none";
	/** Not from the registry: `npm run update -- fixtures` leaves the file as it is. */
	byHand?: true;
	/** The reason for a difference: a section of COMPATIBILITY.md. */
	deviation?: string;
	args: Members;
	options?: Members;
	mapping?: Mapping;
	stream?: boolean;
	requests: ExpectedRequest[];
	/** In the order of the requests. */
	replies: CannedReply[];
	result?: { json: Data } | { file: Data } | { chunks: Data[] };
	error?: { name: string; message: string; reason?: string };
}
