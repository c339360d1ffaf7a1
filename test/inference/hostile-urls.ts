/** Values in place of URLs, paths and ids: 200 and more ways to lead a request somewhere else. */
const HOST = "attacker.test";

const SCHEMES = [
	"x",
	"javascript",
	"file",
	"ftp",
	"blob",
	"ws",
	"wss",
	"gopher",
	"about",
	"mailto",
	"HTTPX",
	"http+unix",
];
const PLACES = [`.${HOST}/y`, `//${HOST}/y`, `/${HOST}/y`, `@${HOST}/y`, `:80@${HOST}/y`, `\\\\${HOST}\\y`];

const WEB = [
	`https://${HOST}/y`,
	`http://${HOST}/y`,
	`HTTPS://${HOST.toUpperCase()}/y`,
	`https://queue.fal.run@${HOST}/y`,
	`https://queue.fal.run:443@${HOST}/y`,
	`https://user:password@queue.fal.run/y`,
	`https://router.huggingface.co.${HOST}/y`,
	`https://router.huggingface.co:8443/y`,
	`https:${HOST}/y`,
	`https:/${HOST}/y`,
	`https:\\\\${HOST}\\y`,
	`https:///${HOST}/y`,
	`//${HOST}/y`,
	`///${HOST}/y`,
	`/\\${HOST}/y`,
	`\\\\${HOST}/y`,
	`\t//${HOST}/y`,
	`https://${HOST}//${HOST}/y`,
	`https://${HOST}/\\${HOST}/y`,
	`https://${HOST}/@${HOST}/y`,
	`https://${HOST}/:80@${HOST}/y`,
	`https://${HOST}/y?url=https://${HOST}#https://${HOST}`,
	`https://[::1]/y`,
	`http://0x7f000001/y`,
	`https://ａttacker.test/y`,
	`https://attacker。test/y`,
	`@${HOST}/y`,
	`:443@${HOST}/y`,
	`.${HOST}/y`,
	`?@${HOST}`,
	`#@${HOST}`,
];

const UPS = ["..", "%2e%2e", ".%2e", "%2E.", "%252e%252e", ".\t.", ".\n.", "..;", "%2e%2e%5c", "..\\"];
const TARGETS = ["api/whoami-v2", `.${HOST}/y`, "", "models", "%2f%2fattacker.test"];
const STEPS = [1, 2, 3, 6];

const CLIMBS = UPS.flatMap((up) =>
	TARGETS.flatMap((target) => STEPS.map((count) => `${Array.from({ length: count }, () => up).join("/")}/${target}`)),
);

export const HOSTILE_URLS: readonly string[] = [
	...SCHEMES.flatMap((scheme) => PLACES.map((place) => `${scheme}:${place}`)),
	...WEB,
	...CLIMBS,
	...CLIMBS.map((climb) => `https://${HOST}/${climb}`),
	"data:text/html,<script>alert(1)</script>",
	"",
	" ",
	".",
	"..",
	"%00",
	"\u0000",
	"\r\nAuthorization: x",
];
