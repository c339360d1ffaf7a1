import { formatCost } from "../exchange/format-cost.ts";
import { askTargets } from "./ask-targets.ts";
import type { Attempting } from "./call.ts";
import { clientLeft } from "./client-left.ts";
import { type ErrorBody, GatewayError } from "./errors.ts";
import { type OpenedStream, openStream } from "./open-stream.ts";
import type { Reply, ReplyStream } from "./reply.ts";
import type { Services } from "./services.ts";
import type { Session } from "./session.ts";
import { joinTexts } from "./sse.ts";
import { checkSize, findError, toProviderError } from "./stream-checks.ts";
import { StreamCut } from "./stream-errors.ts";

/** The format in which a stream is sent to the client. */
export interface StreamForm {
	/** Returns the bytes to send for whole events of the provider. */
	push(text: string): string;
	/** Returns the bytes to send at the end of a complete response. */
	end(): string;
	/** Returns the bytes to send when the response breaks off. */
	fail(error: ErrorBody): string;
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
	private head: string | undefined;
	private kept = "";
	/** Whether the provider said that the response is complete. */
	private isFinished = false;
	private isOver = false;

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
		this.head = undefined;
		if (head !== undefined) return this.convert(head);
		if (opened.isEnded) return this.succeed();
		const piece = await opened.pieces.next();
		const { cancellation } = this.attempting;
		if (cancellation.isCancelled) throw cancellation.reason;
		const text = piece ? opened.events.push(piece) : opened.events.end();
		checkSize(opened.events);
		if (!piece) opened.isEnded = true;
		return text === "" ? "" : this.convert(text);
	}

	private convert(text: string): string {
		const clean = this.services.clean(text);
		if (this.kept.length < KEPT) this.kept += clean;
		this.isFinished ||= this.opened.signs.isComplete(clean);
		const error = findError(clean);
		if (error !== undefined) throw toProviderError(this.opened, error);
		return this.form.push(clean);
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
		const failure = this.attempting.fail(error);
		const { status, details, message } = failure.error;
		const { isCancelled } = this.session.cancellation;
		this.session.finish({ status, response: this.kept, error: message, isCancelled });
		this.dropSource();
		this.close();
		return this.form.fail(new GatewayError(status, this.services.clean(message), details).toBody());
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
