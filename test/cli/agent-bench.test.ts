import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox-server.ts";
import { AGENT_FILES, environmentOf, MEDIA_LINES, readRuns, sumTokens, withoutHosts } from "../bench/agent/runs.ts";
import { AGENT_TASKS } from "../bench/agent/tasks.ts";
import { createHome } from "../helpers/session.ts";

it("takes at most half of the tokens that curl takes, with the guide", async () => {
	const runs = readRuns();
	expect(runs.map(({ name, hub, curl, picked }) => [name, hub.line, curl.line, picked?.line])).toEqual(
		AGENT_TASKS.map(({ name, hub, curl, picked }) => [name, hub, curl, picked]),
	);
	expect(runs).toHaveLength(20);
	const { hub, guide, curl } = await sumTokens(runs);
	expect((hub + guide) / curl).toBeLessThanOrEqual(0.5);
});

it("prints for agents what was recorded", async () => {
	const sandbox = await startSandbox({ port: 0 });
	const home = createHome(AGENT_FILES);
	onTestFinished(async () => {
		await sandbox.close();
		home.remove();
	});
	const env = environmentOf(sandbox.url);
	for (const line of MEDIA_LINES) await home.run(line, { env });
	// Pipelines would start the built command, which takes longer than all the others.
	for (const { hub } of readRuns().filter((run) => !/ \| | && /.test(run.hub.line))) {
		const { stdout, stderr } = await home.run(hub.line, { env });
		const output = withoutHosts(stdout + stderr, sandbox.url, home.folder);
		expect(output.split("\n").sort(), hub.line).toEqual(hub.output.split("\n").sort());
	}
});
