import { joinBytes } from "../base/bytes.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";
import { type Limits, type PieceReader, readPieces } from "../http/index.ts";
import type { Attempting } from "./call.ts";
import { clientLeft } from "./errors.ts";
import { decodeUtf8, Utf8Stream } from "./read-body.ts";
import type { ReplyStream } from "./reply.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";

/** Bytes of an answer that is parsed; a larger one is passed on as it arrives. */
const LARGE_BYTES = 4 * 2 ** 20;
/** Bytes of the largest answer, as in the library. */
const MAX_BYTES = 64 * 2 ** 20;
/** Characters held back, so that a key between two pieces is found. */
const HELD_BACK_CHARACTERS = 1024;
/** Characters kept for the page. */
const KEPT = 256 * 1024;

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

/** Passes a large answer on as it arrives, without secrets, and ends the attempt and the session with it. */
export class LargeReply implements ReplyStream {
	onEnd: (() => void) | undefined;
	isBroken = false;
	private readonly services: Services;
	private readonly session: Session;
	private readonly attempting: Attempting;
	private readonly answer: LargeAnswer;
	private readonly decoder = new Utf8Stream();
	private readonly release: () => void;
	private upcoming: Uint8Array | undefined;
	private rest = "";
	private kept = "";
	private size = 0;
	private isOver = false;

	constructor(services: Services, session: Session, attempting: Attempting, answer: LargeAnswer) {
		this.services = services;
		this.session = session;
		this.attempting = attempting;
		this.answer = answer;
		this.upcoming = answer.head;
		this.release = attempting.cancellation.onCancel(() => answer.pieces.cancel());
	}

	async next(): Promise<string | undefined> {
		try {
			while (!this.isOver) {
				const text = await this.advance();
				if (text !== "") return text;
			}
		} catch (error) {
			this.fail(error);
		}
		return undefined;
	}

	cancel(): void {
		if (this.isOver) return;
		this.session.cancel();
		this.fail(clientLeft());
	}

	private async advance(): Promise<string> {
		const { answer, services } = this;
		const piece = this.upcoming ?? (await answer.pieces.next());
		this.upcoming = undefined;
		const { cancellation } = this.attempting;
		if (cancellation.isCancelled) throw cancellation.reason;
		this.size += piece?.length ?? 0;
		if (this.size > answer.limit) throw new InferenceClientProviderOutputError("The answer is too large.");
		const text = services.clean(this.rest + (piece ? this.decoder.push(piece) : this.decoder.end()));
		const end = piece ? Math.max(0, text.length - HELD_BACK_CHARACTERS) : text.length;
		this.rest = text.slice(end);
		const sent = text.slice(0, end);
		if (this.kept.length < KEPT) this.kept += sent.slice(0, KEPT - this.kept.length);
		if (!piece) this.succeed(sent);
		return sent;
	}

	private succeed(last: string): void {
		if (!last.trimEnd().endsWith("}")) throw new InferenceClientProviderOutputError("The answer is incomplete.");
		const exchange = this.attempting.succeed();
		const { size } = this;
		const output = (): unknown => ({ type: "application/json", size });
		this.session.finish({ status: 200, exchanges: [exchange], response: this.kept, output });
		this.close();
	}

	private fail(error: unknown): void {
		// A piece was awaited when the client left: the end is known already.
		if (this.isOver) return;
		const { status, message } = this.attempting.fail(error).error;
		const { isCancelled } = this.session.cancellation;
		this.isBroken = true;
		this.session.finish({ status, response: this.kept, error: message, isCancelled });
		this.answer.pieces.cancel();
		this.close();
	}

	private close(): void {
		this.isOver = true;
		this.release();
		this.onEnd?.();
	}
}
