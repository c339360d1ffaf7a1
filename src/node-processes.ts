/** Identifies processes, also those of other machines and containers, and finds out which of them are alive. */
import { readFileSync, readlinkSync } from "node:fs";
import { hostname, networkInterfaces } from "node:os";

/** A process, and where it runs. */
export interface ProcessIdentity {
	pid: number;
	host: string;
	/** Id of the start of the machine; on macOS and Windows a hash that identifies the machine. Empty if unknown. */
	boot: string;
	/** Number of the PID namespace: each container has its own process ids. Empty if there are none. */
	namespace: string;
	/** Start of the process in the system's units, since process ids are reused. Empty if unknown. */
	started: string;
}

let own: ProcessIdentity | undefined;

/** This process. */
export function ownProcess(): ProcessIdentity {
	own ??= {
		pid: process.pid,
		host:
			hostname()
				.replace(/[^\w.-]/g, "_")
				.slice(0, 40) || "unknown",
		...findPlace(),
		started: lookAt(process.pid)?.started ?? "",
	};
	return own;
}

/** Whether a process id belongs to this machine and container. Elsewhere it is another process. */
export function isNeighbor({ boot, namespace }: ProcessIdentity): boolean {
	const here = ownProcess();
	return here.boot !== "" && boot === here.boot && namespace === here.namespace;
}

/** Whether a process is alive, as far as this machine can check. */
export function findFate(there: ProcessIdentity): "alive" | "dead" | "unknown" {
	if (!isNeighbor(there)) return "unknown";
	const now = lookAt(there.pid);
	if (!now) return "dead";
	// Without a start time, another process may have the same id by now.
	if (now.started === "" || there.started === "") return "unknown";
	return now.started === there.started ? "alive" : "dead";
}

function findPlace(): Pick<ProcessIdentity, "boot" | "namespace"> {
	if (process.platform === "darwin" || process.platform === "win32") return { boot: hashInterfaces(), namespace: "" };
	try {
		// Where /proc is that of another namespace, its numbers are those of other processes.
		if (readlinkSync("/proc/self") !== String(process.pid)) return { boot: "", namespace: "" };
		const boot = readFileSync("/proc/sys/kernel/random/boot_id", "latin1").replace(/[^0-9a-f]/g, "");
		const [namespace = ""] = /\d+/.exec(readlinkSync("/proc/self/ns/pid")) ?? [];
		return { boot: boot.slice(0, 16), namespace };
	} catch {
		return { boot: "", namespace: "" };
	}
}

/** A hash of the MAC addresses: these systems have no boot id that can be read without running a program. */
function hashInterfaces(): string {
	const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
	const cards = [...new Set(addresses.map(({ mac }) => mac))].filter((mac) => !/^[0:]*$/.test(mac)).sort();
	if (cards.length === 0) return "";
	let hash = 0x811c9dc5;
	for (const character of cards.join()) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
	return hash.toString(16);
}

/** A process of this machine, with its start if known; undefined if it has ended. */
function lookAt(pid: number): { started: string } | undefined {
	try {
		process.kill(pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ESRCH") return undefined;
	}
	if (process.platform !== "linux") return { started: "" };
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "latin1");
		// The name of the program comes before, and may have any character.
		const [state, ...fields] = text.slice(text.lastIndexOf(") ") + 2).split(" ");
		// A killed process stays in the list until its parent waits for it, which in a container may be never.
		return state === "Z" || state === "X" ? undefined : { started: fields[18] ?? "" };
	} catch {
		return { started: "" };
	}
}
