import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { builtFile } from "../../helpers/built.ts";
import { isInstalled } from "../../helpers/programs.ts";
import { freePort } from "../../helpers/server.ts";

const bin = builtFile("bin/hub.js");
const ROLE_NAME = "hub-role";

/** Starts AWS services that run no containers. Returns a function that runs `aws` and reads its JSON, and its variables. */
async function startAws(folder: string) {
	const port = String(await freePort());
	const server = spawn("moto_server", ["-p", port], { stdio: "ignore" });
	onTestFinished(async () => {
		const ended = new Promise((resolve) => server.once("close", resolve));
		if (server.kill()) await ended;
	});
	const url = `http://127.0.0.1:${port}`;
	await vi.waitFor(
		async () => {
			const { ok } = await fetch(`${url}/moto-api/config`, { method: "POST", body: '{"batch":{"use_docker":false}}' });
			expect(ok).toBe(true);
		},
		{ timeout: 60_000, interval: 500 },
	);
	const env = {
		PATH: process.env["PATH"] ?? "",
		HOME: folder,
		AWS_ENDPOINT_URL: url,
		AWS_ACCESS_KEY_ID: "testing",
		AWS_SECRET_ACCESS_KEY: "testing",
		AWS_DEFAULT_REGION: "us-east-1",
	};
	const aws = (...args: string[]): unknown => {
		const text = execFileSync("aws", args, { env, encoding: "utf8", timeout: 60_000 });
		return text.trim() === "" ? undefined : JSON.parse(text);
	};
	return { aws, env };
}

it.skipIf(!["moto_server", "aws"].every(isInstalled))(
	"the recipe of AWS Batch registers a definition that the service takes, and submits one task for each shard",
	{ timeout: 300_000 },
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "aws-"));
		onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
		const { aws, env } = await startAws(folder);
		const { Role } = aws("iam", "create-role", "--role-name", ROLE_NAME, "--assume-role-policy-document", "{}") as {
			Role: { Arn: string };
		};
		const { InstanceProfile } = aws("iam", "create-instance-profile", "--instance-profile-name", ROLE_NAME) as {
			InstanceProfile: { Arn: string };
		};
		const { Subnets } = aws("ec2", "describe-subnets") as { Subnets: { SubnetId: string }[] };
		const { SecurityGroups } = aws("ec2", "describe-security-groups") as { SecurityGroups: { GroupId: string }[] };
		const resources = {
			type: "EC2",
			minvCpus: 0,
			maxvCpus: 4,
			instanceTypes: ["m5.large"],
			subnets: Subnets.slice(0, 1).map(({ SubnetId }) => SubnetId),
			securityGroupIds: SecurityGroups.slice(0, 1).map(({ GroupId }) => GroupId),
			instanceRole: InstanceProfile.Arn,
		};
		const enabled = ["--state", "ENABLED"];
		const environment = ["--type", "MANAGED", "--service-role", Role.Arn, ...enabled];
		const named = ["--compute-environment-name", "machines"];
		aws(
			"batch",
			"create-compute-environment",
			...named,
			...environment,
			"--compute-resources",
			JSON.stringify(resources),
		);
		const order = ["--compute-environment-order", "order=1,computeEnvironment=machines"];
		aws("batch", "create-job-queue", "--job-queue-name", "queue", "--priority", "1", ...enabled, ...order);
		const { ARN: secret } = aws("secretsmanager", "create-secret", "--name", "token", "--secret-string", "hf_x") as {
			ARN: string;
		};
		const line = [
			"hub",
			"batch",
			"s3://data/in.jsonl",
			"-o",
			"s3://data/out",
			"-t",
			"chat",
			"--prompt",
			'It\'s "{{ text }}"',
		];
		const recipe = [bin, "batch", "recipe", "aws", "--shards", "3", "--container", "registry.example/hub:1", "--"];
		writeFileSync(
			join(folder, "job.sh"),
			execFileSync(process.execPath, [...recipe, ...line], { env, encoding: "utf8" }),
		);
		const roles = { QUEUE: "queue", JOB_ROLE_ARN: Role.Arn, EXECUTION_ROLE_ARN: Role.Arn, SECRET_ARN: secret };
		const { status, stderr } = spawnSync("bash", ["job.sh"], {
			cwd: folder,
			env: { ...env, ...roles },
			encoding: "utf8",
			timeout: 60_000,
		});
		expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
		const { jobDefinitions } = aws("batch", "describe-job-definitions") as { jobDefinitions: object[] };
		expect(jobDefinitions).toMatchObject([
			{
				retryStrategy: { attempts: 5 },
				containerProperties: {
					image: "registry.example/hub:1",
					command: [...line.slice(1), "--shard", "auto/3", "--progress", "plain"],
					jobRoleArn: Role.Arn,
					secrets: [{ name: "HF_TOKEN", valueFrom: secret }],
				},
			},
		]);
		await vi.waitFor(
			() => {
				const listed = aws("batch", "list-jobs", "--job-queue", "queue", "--job-status", "SUCCEEDED");
				const ids = (listed as { jobSummaryList: { jobId: string }[] }).jobSummaryList.map(({ jobId }) => jobId);
				const tasks = ids.flatMap((id) => /:(\d+)$/.exec(id)?.[1] ?? []);
				expect(tasks.sort()).toEqual(["0", "1", "2"]);
			},
			{ timeout: 60_000, interval: 1000 },
		);
	},
);
