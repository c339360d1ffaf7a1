import library from "./index.node.cjs";
export const { GatewayError, createGateway, isStream, parseAlias, parseTarget } = library;
