import { listApi } from "./api.jsx";
import { listCommands } from "./commands.jsx";
import { listErrors } from "./errors.jsx";
import { listGuides } from "./guides.jsx";
import { listLibraries } from "./libraries.jsx";
import { listProviders } from "./providers.jsx";
import { REPOSITORY_PAGES } from "./repository.jsx";
import { listTasks } from "./tasks.jsx";
import { TOOLS } from "./tools.jsx";

/**
 * Every page, in the order of `llms.txt`. A page is
 * - `path`: folder below the root, such as `tasks/chat/`; Home is empty
 * - `title`, `description`: of the page, unique
 * - `source`: its file in the repository; `isSource`: the page is made of that file alone
 * - `kind`: heading of its list; `section`: what the side navigation lists, in `group`s
 * - `content`: a React element; `layout`: `home`, `wide`, or text
 */
export function listPages(facts) {
	return [
		...TOOLS,
		...listGuides(facts),
		...listTasks(facts),
		...listProviders(facts),
		...listLibraries(facts),
		...listCommands(facts),
		...listErrors(facts),
		...listApi(facts),
		...REPOSITORY_PAGES,
	];
}
