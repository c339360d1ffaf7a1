import { BUNDLED_PRICES_DATE } from "./bundled-prices.js";
import { startCall } from "./call.js";
import { findCost } from "./cost.js";
import { add, multiply, sum, toDecimal, toNumber } from "./decimal.js";
import { createId } from "./exchange.js";
import { toLogRecord } from "./log-record.js";
import { ReplayMissError } from "./miss.js";
import { readOffers } from "./offers.js";
import { createRecorder, record } from "./record.js";
import { createReplayer, replay } from "./replay.js";
import { Secrets } from "./secrets.js";
import {
  parseTraceparent,
  toResourceSpans,
  toSpan
} from "./span.js";
import { SecretFoundError } from "./split-secret.js";
import { memoryStore } from "./store.js";
import { costOf } from "./token-price.js";
import { trace } from "./trace.js";
import { readCost, readUsage } from "./usage.js";
export {
  BUNDLED_PRICES_DATE,
  ReplayMissError,
  SecretFoundError,
  Secrets,
  add,
  costOf,
  createId,
  createRecorder,
  createReplayer,
  findCost,
  memoryStore,
  multiply,
  parseTraceparent,
  readCost,
  readOffers,
  readUsage,
  record,
  replay,
  startCall,
  sum,
  toDecimal,
  toLogRecord,
  toNumber,
  toResourceSpans,
  toSpan,
  trace
};
