/** Returns the options that approve the agent that a command has shown and refused; none if it shows no such agent. */
export function approvalOf({ stderr }: { stderr: string }): string {
	return /--allow-agent [0-9a-f]{64}(?: --pass-env \w+)*/.exec(stderr)?.[0] ?? "";
}
