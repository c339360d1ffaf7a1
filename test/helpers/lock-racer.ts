/**
 * Takes a lock again and again, and leaves it behind each time as a process that was killed does, so that the next one has
 * to take it over. Prints how often two had it at once, and how often another process had it.
 */
import { closeSync, openSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Lock, Locked, takeLock } from "../../src/node-lock.ts";
import { changeHolder } from "./locks.ts";

const [folder = "", rounds = "1", gone = ""] = process.argv.slice(2);
const path = join(folder, "out");
const counter = join(folder, "counter");
const guard = join(folder, "guard");
let [doubles, refusals] = [0, 0];

async function take(): Promise<Lock> {
	for (;;) {
		try {
			return await takeLock(path);
		} catch (error) {
			if (!(error instanceof Locked)) throw error;
			refusals++;
			await sleep(Math.random());
		}
	}
}

for (let round = 0; round < Number(rounds); round++) {
	const lock = await take();
	try {
		// Fails if another process is between here and its removal.
		closeSync(openSync(guard, "wx"));
	} catch {
		doubles++;
	}
	const count = Number(readFileSync(counter, "utf8"));
	writeFileSync(counter, String(count + 1));
	try {
		unlinkSync(guard);
		if (gone === "") process.kill(process.pid, "SIGKILL");
		changeHolder(path, { pid: gone });
	} catch {
		doubles++;
	}
	lock.release();
	if (Math.random() < 0.5) await sleep(Math.random() * 2);
}
process.stdout.write(JSON.stringify({ doubles, refusals }));
