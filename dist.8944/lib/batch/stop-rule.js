import { InferenceClientHubApiError, InferenceClientProviderApiError } from "../errors.js";
import { ReplayMissError } from "../exchange/miss.js";
import { BatchStopped } from "./types.js";
const ENOUGH = 20;
const FINAL_STATUS = /* @__PURE__ */ new Set([401, 402, 403]);
class StopRule {
  most;
  finished = 0;
  failed = 0;
  firstError;
  /** All failures so far had this status; null: they differ, or had none. */
  commonStatus;
  constructor(most) {
    this.most = most;
  }
  /** Whether an error of one row condemns all the others, so that it stops the batch and is not written down. */
  isFinal(error) {
    if (error instanceof ReplayMissError) return true;
    if (!(error instanceof InferenceClientProviderApiError || error instanceof InferenceClientHubApiError))
      return false;
    const { status } = error.httpResponse;
    return FINAL_STATUS.has(status) || status === 404 && this.finished === this.failed;
  }
  succeed() {
    this.finished++;
  }
  /** Counts a failed row. Returns the error to stop with, if it is one too many. */
  fail(failure, error) {
    this.finished++;
    this.failed++;
    this.firstError ??= error ?? failure;
    const status = failure.status ?? null;
    this.commonStatus = this.commonStatus === void 0 || this.commonStatus === status ? status : null;
    if (this.finished < ENOUGH) return void 0;
    const isSameCause = this.commonStatus !== null && error !== void 0;
    if (this.finished === ENOUGH && this.failed === ENOUGH) {
      return isSameCause || isInput(failure) ? this.firstError : this.stop("The first 20 rows all failed");
    }
    const { count, share } = this.most ?? {};
    const isOver = count !== void 0 && this.failed > count || share !== void 0 && this.failed / this.finished > share;
    if (!isOver) return void 0;
    return isSameCause ? this.firstError : this.stop(`${this.failed} of ${this.finished} rows failed`);
  }
  stop(what) {
    const cause = this.firstError;
    const message = cause instanceof Error ? cause.message : String(cause.message);
    return new BatchStopped("errors", `${what}. The first: ${message}`, { cause });
  }
}
function isInput({ kind }) {
  return kind === "input";
}
export {
  StopRule
};
