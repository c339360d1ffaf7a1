import { expect, it } from "vitest";
import { readEndpoints } from "../../src/cli/commands/serve/endpoints.ts";
import type { Context } from "../../src/cli/context.ts";
import { isPrivateAddress } from "../../src/cli/network/public-hosts.ts";

const context = {
	env: { GPU_API_KEY: " key-of-gpu ", MY_BOX_API_KEY: "key-of-my-box", BAD_API_KEY: "a b" },
	secrets: { add: () => undefined },
} as unknown as Context;

it("endpoints of the command line have the key of the variable of their name, and win over the file", async () => {
	const file = {
		keys: [],
		aliases: {},
		endpoints: { gpu: { url: "https://file.example" }, other: { url: "https://other.example", models: ["a"] } },
	};
	const given = ["gpu=http://127.0.0.1:8000/v1", "my-box=https://box.example/v1"];
	expect(await readEndpoints(given, file, context)).toEqual({
		gpu: { url: "http://127.0.0.1:8000/v1", key: "key-of-gpu" },
		"my-box": { url: "https://box.example/v1", key: "key-of-my-box" },
		other: { url: "https://other.example", models: ["a"] },
	});
});

it.each([
	["http://localhost:8000"],
	["http://10.1.2.3"],
	["http://172.31.0.1:81/v1"],
	["http://192.168.0.7"],
	["http://100.101.102.103"],
	["http://[::1]:8000"],
	["http://[fd00::12]"],
	["https://8.8.8.8/v1"],
	["https://endpoint.example"],
])("an endpoint may be at %s", async (url) => {
	expect(await readEndpoints([`x=${url}`], undefined, context)).toMatchObject({ x: { url } });
});

it.each([
	["gpu", "is not valid"],
	["=https://a.example", "is not valid"],
	["groq=https://a.example", "it is a provider"],
	["Ollama=https://a.example", "it is a provider"],
	["sandbox=https://a.example", "it is a provider"],
	["a b=https://a.example", "cannot be the name"],
	["1=https://a.example", "cannot be the name"],
	["x=a.example", "must start with http"],
	["x=ftp://a.example", "must start with http"],
	["x=https://user:secret@a.example", "no password, query or fragment"],
	["x=https://a.example?key=secret", "no password, query or fragment"],
	["x=http://8.8.8.8", "over http to 8.8.8.8"],
	["x=http://169.254.169.254/latest", "over http to 169.254.169.254"],
	["x=http://172.32.0.1", "over http"],
	["x=http://[2606:4700::1]", "over http"],
	["x=http://no-such-host.invalid", "over http to no-such-host.invalid"],
	["bad=https://a.example", "printable characters"],
])("the endpoint %s is refused", async (text, message) => {
	const error = (await readEndpoints([text], undefined, context).catch((problem: unknown) => problem)) as Error;
	expect(error.message).toContain(message);
	expect(error.message).not.toContain("secret");
});

it.each([
	["127.0.0.1", true],
	["::ffff:10.0.0.1", true],
	["::ffff:8.8.8.8", false],
	["fe80::1", false],
	["169.254.1.1", false],
	["nonsense", false],
])("%s is on a private network: %s", (address, isPrivate) => {
	expect(isPrivateAddress(address)).toBe(isPrivate);
});
