import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** Services of AWS that give keys of roles: to pods, to instances and to containers. */
export interface AwsRoles {
	url: string;
	/** Method and path of each request. */
	requests: string[];
	close(): Promise<void>;
}

const EXPIRATION = new Date(Date.now() + 3_600_000).toISOString();

/** @param keys of the role, which the services give */
export async function startAwsRoles(keys: { id: string; secret: string; token: string }): Promise<AwsRoles> {
	const requests: string[] = [];
	const json = {
		Code: "Success",
		Type: "AWS-HMAC",
		AccessKeyId: keys.id,
		SecretAccessKey: keys.secret,
		Token: keys.token,
		Expiration: EXPIRATION,
	};
	const xml = `<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
<AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>${keys.id}</AccessKeyId><SecretAccessKey>${keys.secret}</SecretAccessKey>
<SessionToken>${keys.token}</SessionToken><Expiration>${EXPIRATION}</Expiration></Credentials>
<AssumedRoleUser><Arn>arn:aws:sts::123456789012:assumed-role/batch/hub</Arn><AssumedRoleId>X:hub</AssumedRoleId></AssumedRoleUser>
</AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`;
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const [path = ""] = (request.url ?? "").split("?");
		const form = new URLSearchParams(Buffer.concat(chunks).toString());
		requests.push(`${request.method} ${path}`);
		const isInstance = request.headers["x-aws-ec2-metadata-token"] === "instance";
		if (path === "/" && form.get("WebIdentityToken") === "pod-token") response.end(xml);
		else if (path === "/latest/api/token") response.end("instance");
		else if (path.endsWith("/security-credentials/") && isInstance) response.end("batch-role");
		else if (path.endsWith("/security-credentials/batch-role") && isInstance) response.end(JSON.stringify(json));
		else if (path === "/container" && request.headers.authorization === "container-token")
			response.end(JSON.stringify(json));
		else response.writeHead(403).end("{}");
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		requests,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			}),
	};
}
