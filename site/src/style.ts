// The styles of all pages in one file: the base first, then each component's; but for those of `wide-style.ts`. The script
// itself is not loaded.
import "./layout/base.css";

import.meta.glob(
	[
		"./**/*.css",
		"!./pages/home.css",
		"!./pages/providers.css",
		"!./components/terminal.css",
		"!./components/fan.css",
		"!./islands/playground/playground.css",
		"!./islands/template/template.css",
	],
	{ eager: true },
);
