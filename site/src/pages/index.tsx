import type { Facts, Page } from "../page.ts";
import { listApi } from "./api.tsx";
import { listCommands } from "./commands.tsx";
import { listErrors } from "./errors.tsx";
import { listGuides } from "./guides.tsx";
import { listHome } from "./home.tsx";
import { listLibraries } from "./libraries.tsx";
import { listProviders } from "./providers.tsx";
import { REPOSITORY_PAGES } from "./repository.tsx";
import { listTasks } from "./tasks.tsx";
import { TOOLS } from "./tools.tsx";

/** Every page, in the order of `llms.txt`. */
export function listPages(facts: Facts): Page[] {
	return [
		listHome(facts),
		...TOOLS,
		...listGuides(),
		...listTasks(facts),
		...listProviders(facts),
		...listLibraries(facts),
		...listCommands(facts),
		...listErrors(facts),
		...listApi(facts),
		...REPOSITORY_PAGES,
	];
}
