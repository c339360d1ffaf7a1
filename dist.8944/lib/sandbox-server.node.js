import library from "./sandbox-server.node.cjs";
export const { SAMPLES, createSandbox, findSample, parseFaults, redirectToSandbox, startSandbox, toSandboxUrl } = library;
