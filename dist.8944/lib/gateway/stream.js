import { askTargets } from "./ask-targets.js";
import { clientLeft } from "./client-left.js";
import { GatewayError } from "./errors.js";
import { formatCost } from "./format-cost.js";
import { openStream } from "./open-stream.js";
import { checkSize, findError, toProviderError } from "./stream-checks.js";
import { StreamCut } from "./stream-errors.js";
const KEPT = 256 * 1024;
async function answerStream(services, session, args, createForm) {
  const { result: opened, attempting } = await askTargets(
    services,
    session,
    session.targets,
    (attempting2) => openStream(session, attempting2, args, services.firstTokenTimeout)
  );
  return replyStream(services, session, attempting, opened, createForm(attempting));
}
function replyStream(services, session, attempting, opened, form) {
  const headers = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
    "x-accel-buffering": "no",
    ...session.headers(attempting)
  };
  return { status: 200, headers, body: new PassedStream(services, session, attempting, opened, form) };
}
class PassedStream {
  onEnd;
  services;
  session;
  attempting;
  opened;
  form;
  release;
  /** Whole events that were read to find the first token. */
  head;
  kept = "";
  /** The answer has said that it is complete. */
  isFinished = false;
  isOver = false;
  constructor(services, session, attempting, opened, form) {
    this.services = services;
    this.session = session;
    this.attempting = attempting;
    this.opened = opened;
    this.form = form;
    this.head = opened.head;
    this.release = attempting.cancellation.onCancel(() => this.dropSource());
  }
  async next() {
    while (!this.isOver) {
      const text = await this.advance().catch((error) => this.fail(error));
      if (text !== "") return text;
    }
    return void 0;
  }
  cancel() {
    if (this.isOver) return;
    this.session.cancel();
    this.fail(clientLeft());
  }
  async advance() {
    const { head, opened } = this;
    this.head = void 0;
    if (head !== void 0) return this.convert(head);
    if (opened.isEnded) return this.succeed();
    const piece = await opened.pieces.next();
    const { cancellation } = this.attempting;
    if (cancellation.isCancelled) throw cancellation.reason;
    const text = piece ? opened.events.push(piece) : opened.events.end();
    checkSize(opened.events);
    if (!piece) opened.isEnded = true;
    return text === "" ? "" : this.convert(text);
  }
  convert(text) {
    const clean = this.services.clean(text);
    if (this.kept.length < KEPT) this.kept += clean;
    this.isFinished ||= this.opened.signs.isComplete(clean);
    const error = findError(clean);
    if (error !== void 0) throw toProviderError(this.opened, error);
    return this.form.push(clean);
  }
  succeed() {
    if (!this.isFinished) throw new StreamCut();
    const exchange = this.attempting.succeed();
    this.session.finish({ status: 200, exchanges: [exchange], response: this.kept });
    this.close();
    const { cost_usd: cost } = exchange;
    return this.form.end() + (cost === null ? "" : `: x-hub-cost ${formatCost(cost)}

`);
  }
  fail(error) {
    const failure = this.attempting.fail(error);
    const { status, details, message } = failure.error;
    const { isCancelled } = this.session.cancellation;
    this.session.finish({ status, response: this.kept, error: message, isCancelled });
    this.dropSource();
    this.close();
    return this.form.fail(new GatewayError(status, this.services.clean(message), details).toBody());
  }
  close() {
    this.isOver = true;
    this.release();
    this.onEnd?.();
  }
  dropSource() {
    this.opened.pieces.cancel();
  }
}
export {
  answerStream,
  replyStream
};
