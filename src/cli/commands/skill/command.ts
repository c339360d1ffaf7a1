import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { Option } from "@commander-js/extra-typings";
import { homeFolder, xdgFolder } from "../../config/folders.ts";
import type { Context } from "../../context.ts";
import { alreadyExists } from "../../errors/usage.ts";
import { readBounded } from "../../files/read-bounded.ts";
import { makeFolder, replaceFile } from "../../files/replace-file.ts";
import { agentSkill } from "../../help/topics.ts";
import { defineCommand, type OptionGroups, type OptionValues } from "../../options/define-command.ts";
import type { GlobalOptions } from "../../options/global-options.ts";
import * as shared from "../../options/shared-options.ts";

type SkillFolder = string | ((home: string, env: Context["env"]) => string);

/** A folder that several agents read. */
const SHARED = ".agents/skills";

/** Agent → the folder of the user's own skills, by its documentation; a path is relative to the home folder. */
const FOLDERS: Readonly<Record<string, SkillFolder>> = {
	claude: (home, env) => join(env["CLAUDE_CONFIG_DIR"] || join(home, ".claude"), "skills"),
	codex: SHARED,
	opencode: (_, env) => join(xdgFolder("config", env), "opencode", "skills"),
	crush: (_, env) => join(xdgFolder("config", env), "crush", "skills"),
	goose: SHARED,
	pi: ".pi/agent/skills",
	qwen: ".qwen/skills",
	gemini: ".gemini/skills",
	cursor: ".cursor/skills",
};

/** Largest existing skill to compare with the new one, in bytes. */
const MAX_SKILL_BYTES = 1_000_000;

const OPTIONS = {
	"Install:": [
		new Option("--install <agent>", "write it into your skills folder for this agent, after showing the path").choices(
			Object.keys(FOLDERS),
		),
		...shared.force,
	],
} as const satisfies OptionGroups;

type SkillOptions = OptionValues<typeof OPTIONS> & GlobalOptions;

/** `hub skill`: a guide to hub for coding agents, in the format that they load. */
export const createCommand = defineCommand({
	name: "skill",
	description:
		"Prints a SKILL.md that teaches a coding agent to use hub, or installs it where the agent looks. It is the guide of hub help agents.",
	options: OPTIONS,
	help: [
		"Examples:",
		"  hub skill > SKILL.md",
		"  hub skill --install claude",
		"  hub skill --install codex --force",
		"",
		"Exit codes: 0 success, 1 the file cannot be written, 2 wrong usage or another file is there",
		"See also:   hub help agents, hub mcp --help",
	],
	action: (_words, options, context) => run(options, context),
});

async function run({ install, force }: SkillOptions, context: Context): Promise<void> {
	const text = await agentSkill();
	if (install === undefined) return await context.print(text);
	const home = homeFolder(context.env);
	const place = FOLDERS[install] ?? "";
	const folder = typeof place === "string" ? join(home, place) : place(home, context.env);
	const path = join(folder, "hub", "SKILL.md");
	await context.print(`${path}\n`);
	const bytes = existsSync(path)
		? await readBounded(path, MAX_SKILL_BYTES, context.signal, { isRegular: true })
		: undefined;
	const old = bytes && new TextDecoder().decode(bytes);
	if (old === text) return context.note("It is already installed.");
	if (old !== undefined && !force) {
		throw alreadyExists(`${path} already exists, with other content.`, "Replace it with --force.");
	}
	makeFolder(dirname(path));
	replaceFile(path, text);
	context.note(`Installed. ${install} finds it at its next start.`);
}
