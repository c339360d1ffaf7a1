/** Whether nobody sits before the terminal. `CI=false` and `CI=0` are ways to say that somebody does. */
export function isUnattended(env: Readonly<Record<string, string | undefined>>): boolean {
	return !["", "0", "false"].includes((env["CI"] ?? "").toLowerCase());
}
