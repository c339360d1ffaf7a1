import { parseJson, readMember } from "../json.js";
import { abortError, abortReason, onAbort } from "./abort.js";
import {
  readErrorText,
  readPieces,
  readText
} from "./body.js";
import { Cancellation, fetchWith, followSignal } from "./cancellation.js";
import { isConnectionFailure } from "./connection.js";
import { findDetail } from "./error-detail.js";
import { EventParser, readEvents } from "./events.js";
import { readFile } from "./file.js";
import { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./redact.js";
import { guardRedirects, isRefusedRedirect } from "./redirect.js";
import {
  isRequest,
  readRetryAfter,
  retry
} from "./retry.js";
import {
  describeRequest,
  describeResponse,
  isType,
  readAnswer,
  refuse,
  send
} from "./send.js";
import { readStream, StreamReader } from "./stream.js";
import { replaceBody, timeout } from "./timeout.js";
import { parseHttpUrl, urlBelow } from "./url.js";
import { LONGEST_TIMER, race, wait } from "./wait.js";
export {
  Cancellation,
  EventParser,
  LONGEST_TIMER,
  StreamReader,
  abortError,
  abortReason,
  describeRequest,
  describeResponse,
  fetchWith,
  findDetail,
  findSecrets,
  followSignal,
  guardRedirects,
  isConnectionFailure,
  isRefusedRedirect,
  isRequest,
  isType,
  onAbort,
  parseHttpUrl,
  parseJson,
  race,
  readAnswer,
  readErrorText,
  readEvents,
  readFile,
  readMember,
  readPieces,
  readRetryAfter,
  readStream,
  readText,
  redactBody,
  redactHeaders,
  redactUrl,
  refuse,
  removeSecret,
  replaceBody,
  retry,
  send,
  timeout,
  urlBelow,
  wait
};
