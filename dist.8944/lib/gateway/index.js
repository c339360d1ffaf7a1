import { GatewayError } from "./errors.js";
import { createGateway } from "./gateway.js";
import { isStream } from "./reply.js";
import { parseAlias, parseTarget } from "./targets.js";
export {
  GatewayError,
  createGateway,
  isStream,
  parseAlias,
  parseTarget
};
