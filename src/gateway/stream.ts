import { InferenceClientError } from "../errors.ts";
import { formatCost } from "../exchange/token-price.ts";
import { askTargets } from "./ask-targets.ts";
import type { Attempting } from "./call.ts";
import { clientLeft, GatewayError, StreamCut } from "./errors.ts";

import { type OpenedStream, openStream } from "./open-stream.ts";
import type { Reply, ReplyStream } from "./reply.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";
import { joinTexts } from "./sse.ts";
import { checkEvents, checkSize, malformedEvent, toProviderError } from "./stream-checks.ts";

/** The format in which a stream is sent to the client. */
export interface StreamForm {
	/**
	 * Returns the bytes to send for whole events of the provider.
	 * @param values of the events
	 */
	push(text: string, values: readonly unknown[]): string;
	/** Returns the bytes to send at the end of a complete response. */
	end(): string;
	/** Returns the bytes to send when the response breaks off. */
	fail(error: GatewayError): string;
}

/** Characters of a response that are kept for the page. */
const KEPT = 256 * 1024;

/** Requests a stream, and passes it on from its first token. */
export async function answerStream(
	services: Services,
	session: Session,
	args: Readonly<Record<string, unknown>>,
	createForm: (attempting: Attempting) => StreamForm,
): Promise<Reply> {
	const { stream_options: _options, ...kept } = args;
	session.args = kept;
	const { result: opened, attempting } = await askTargets(services, session, session.targets, (attempting) =>
		openStream(session, attempting, args, services.firstTokenTimeout),
	);
	return replyStream(services, session, attempting, opened, createForm(attempting));
}

/** The reply to a call whose target has started to answer. */
export function replyStream(
	services: Services,
	session: Session,
	attempting: Attempting,
	opened: OpenedStream,
	form: StreamForm,
): Reply {
	const headers = {
		"content-type": "text/event-stream; charset=utf-8",
		"cache-control": "no-cache",
		"x-accel-buffering": "no",
		...session.headers(attempting),
	};
	return { status: 200, headers, body: new PassedStream(services, session, attempting, opened, form) };
}

/** Passes a stream on until its end, and ends the attempt and the session with it. */
class PassedStream implements ReplyStream {
	onEnd: (() => void) | undefined;
	private readonly services: Services;
	private readonly session: Session;
	private readonly attempting: Attempting;
	private readonly opened: OpenedStream;
	private readonly form: StreamForm;
	private readonly release: () => void;
	/** Whole events that were read to find the first token. */
	private head: OpenedStream["head"] | undefined;
	private kept = "";
	/** Whether the provider said that the response is complete. */
	private isFinished = false;
	private isOver = false;
	/** The error that ends the stream, after the events that arrived before it. */
	private failure: unknown;

	constructor(services: Services, session: Session, attempting: Attempting, opened: OpenedStream, form: StreamForm) {
		this.services = services;
		this.session = session;
		this.attempting = attempting;
		this.opened = opened;
		this.form = form;
		this.head = opened.head;
		this.release = attempting.cancellation.onCancel(() => this.dropSource());
	}

	async next(): Promise<string | undefined> {
		while (!this.isOver) {
			const text = await this.advance().catch((error: unknown) => this.fail(error));
			if (text !== "") return text;
		}
		return undefined;
	}

	cancel(): void {
		if (this.isOver) return;
		this.session.cancel();
		this.fail(clientLeft());
	}

	private async advance(): Promise<string> {
		const { head, opened } = this;
		if (this.failure !== undefined) throw this.failure;
		this.head = undefined;
		if (head !== undefined) return this.convert(head.text, head.values);
		if (opened.isEnded) return this.succeed();
		const { cancellation } = this.attempting;
		const piece = await opened.pieces.next().catch((error: unknown) => {
			throw isNetworkError(error) ? new StreamCut({ cause: error }) : error;
		});
		if (cancellation.isCancelled) throw cancellation.reason;
		const text = piece ? opened.events.push(piece) : opened.events.end();
		checkSize(opened.events);
		if (!piece) opened.isEnded = true;
		return text === "" ? "" : this.convert(text);
	}

	/** @param known the values of the events, if they were checked before */
	private convert(text: string, known?: readonly unknown[]): string {
		const { opened } = this;
		const cleaned = this.services.clean(text);
		const {
			text: sound,
			values,
			failure,
		} = known && cleaned === text ? { text, values: known, failure: undefined } : checkEvents(cleaned);
		if (this.kept.length < KEPT) this.kept += sound.slice(0, KEPT - this.kept.length);
		this.isFinished ||= opened.signs.isComplete(sound);
		if (failure?.kind === "error") this.failure = toProviderError(opened, failure.body);
		// An incomplete event after the end of the response is ignored.
		else if (failure && !(opened.isEnded && this.isFinished))
			this.failure = opened.isEnded ? new StreamCut() : malformedEvent();
		return sound === "" ? "" : this.form.push(sound, values);
	}

	private succeed(): string {
		if (!this.isFinished) throw new StreamCut();
		const exchange = this.attempting.succeed();
		const { kept } = this;
		this.session.finish({ status: 200, exchanges: [exchange], response: kept, output: () => joinTexts(kept) });
		this.close();
		const { cost_usd: cost } = exchange;
		return this.form.end() + (cost === null ? "" : `: x-hub-cost ${formatCost(cost)}\n\n`);
	}

	private fail(error: unknown): string {
		// A piece was awaited when the client left: the end is known already.
		if (this.isOver) return "";
		const failure = this.attempting.fail(error);
		const { status, details, message } = failure.error;
		const { isCancelled } = this.session.cancellation;
		this.session.finish({ status, response: this.kept, error: message, isCancelled });
		this.dropSource();
		this.close();
		return this.form.fail(new GatewayError(status, this.services.clean(message), details));
	}

	private close(): void {
		this.isOver = true;
		this.release();
		this.onEnd?.();
	}

	private dropSource(): void {
		this.opened.pieces.cancel();
	}
}

/** Whether the connection broke: not a limit, nor the client's end. */
function isNetworkError(error: unknown): boolean {
	if (error instanceof InferenceClientError || error instanceof GatewayError) return false;
	return !(error instanceof Error && (error.name === "TimeoutError" || error.name === "AbortError"));
}
