import { joinBytes } from "../base/bytes.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { type Limits, type PieceReader, readPieces } from "../http/index.ts";
import type { Attempt } from "./ask-targets.ts";
import { decodeUtf8, Utf8Stream } from "./read-body.ts";
import type { Session } from "./session.ts";
import { PassedAnswer } from "./stream.ts";

/** Bytes of an answer that is parsed; a larger one is passed on as it arrives. */
const LARGE_BYTES = 4 * 2 ** 20;
/** Bytes of the largest answer, as in the library. */
const MAX_BYTES = 64 * 2 ** 20;
/** Characters held back, so that a key between two pieces is found. */
const HELD_BACK_CHARACTERS = 1024;

/** The beginning of an answer that is too large to be parsed, and the rest of it. */
export interface LargeAnswer {
	head: Uint8Array<ArrayBuffer>;
	pieces: PieceReader;
	limit: number;
}

/**
 * Reads an answer as text. One above 4 MB whose beginning looks like a chat completion is not read further.
 * @throws ProviderOutputError if it is larger than `limits.jsonBytes`
 */
export async function readAnswer(response: Response, limits: Limits = {}): Promise<string | LargeAnswer> {
	const { jsonBytes: limit = MAX_BYTES } = limits;
	const pieces = readPieces(response);
	const parts: Uint8Array[] = [];
	let size = 0;
	let isWhole = false;
	while (true) {
		const piece = await pieces.next();
		if (!piece) return decodeUtf8(joinBytes(parts));
		parts.push(piece);
		size += piece.length;
		if (size > limit) {
			pieces.cancel();
			throw new InferenceClientProviderOutputError("The answer is too large.");
		}
		if (size <= LARGE_BYTES || isWhole) continue;
		const head = joinBytes(parts);
		const text = decodeUtf8(head);
		if (text.trimStart().startsWith("{") && /"choices"\s*:\s*\[/.test(text)) return { head, pieces, limit };
		isWhole = true;
	}
}

/** A large answer that is passed on without secrets. */
export class LargeReply extends PassedAnswer {
	private readonly limit: number;
	private readonly decoder = new Utf8Stream();
	private upcoming: Uint8Array | undefined;
	private rest = "";
	private size = 0;

	constructor(session: Session, attempting: Attempt, { head, pieces, limit }: LargeAnswer) {
		super(session, attempting, pieces);
		this.limit = limit;
		this.upcoming = head;
	}

	protected async advance(): Promise<string> {
		const piece = this.upcoming ?? (await this.pieces.next());
		this.upcoming = undefined;
		const { cancellation } = this.attempting;
		if (cancellation.isCancelled) throw cancellation.reason;
		this.size += piece?.length ?? 0;
		if (this.size > this.limit) throw new InferenceClientProviderOutputError("The answer is too large.");
		const text = this.session.services.clean(this.rest + (piece ? this.decoder.push(piece) : this.decoder.end()));
		const end = piece ? Math.max(0, text.length - HELD_BACK_CHARACTERS) : text.length;
		this.rest = text.slice(end);
		const sent = text.slice(0, end);
		this.keep(sent);
		if (piece) return sent;
		if (!sent.trimEnd().endsWith("}")) throw new InferenceClientProviderOutputError("The answer is incomplete.");
		const { size } = this;
		this.succeed(() => ({ type: "application/json", size }));
		return sent;
	}

	/** No error can be part of it: the connection is cut. */
	protected formatFailure(): string {
		this.isBroken = true;
		return "";
	}
}
