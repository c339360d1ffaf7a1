function findStoredFile({ files, uploads }, name) {
  return files.get(name) ?? uploads.get(name);
}
function cancelJob(job, pendingPolls) {
  if (!job.endless && job.polls > pendingPolls) return;
  job.endless = false;
  job.canceled = true;
  job.failure = "The job was canceled.";
}
function pollJob(job, pendingPolls) {
  const polls = job.polls++;
  if (job.canceled) return "failed";
  if (job.endless || polls < pendingPolls) return polls === 0 ? "queued" : "running";
  return job.failure === void 0 ? "done" : "failed";
}
class BoundedMap {
  #entries = /* @__PURE__ */ new Map();
  #limit;
  constructor(limit) {
    this.#limit = limit;
  }
  get(key) {
    return this.#entries.get(key);
  }
  set(key, value) {
    this.#entries.set(key, value);
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#limit) break;
      this.#entries.delete(oldest);
    }
  }
  values() {
    return this.#entries.values();
  }
  delete(key) {
    this.#entries.delete(key);
  }
}
function once(make) {
  let made;
  return () => {
    made ??= make();
    return made;
  };
}
export {
  BoundedMap,
  cancelJob,
  findStoredFile,
  once,
  pollJob
};
