import { readOffers } from "../exchange/index.js";
import { parseJson, readMember, readText } from "../http/index.js";
const LIFE = 10 * 6e4;
const PAUSE = 3e4;
class ModelList {
  /** Prices as the router told them last. */
  offers;
  /** Ids of the models in the list. */
  ids = [];
  models = [];
  nextLookUp = 0;
  lookUp;
  url;
  fetch;
  token;
  now;
  constructor(url, fetch, token, now) {
    this.url = url;
    this.fetch = fetch;
    this.token = token;
    this.now = now;
  }
  /** The models; those known before where the router does not answer. */
  async list() {
    if (this.now() >= this.nextLookUp) {
      this.lookUp ??= this.refresh().finally(() => {
        this.lookUp = void 0;
      });
      await this.lookUp;
    }
    return this.models;
  }
  async refresh() {
    this.nextLookUp = this.now() + PAUSE;
    try {
      const token = this.token();
      const headers = token?.startsWith("hf_") ? { Authorization: `Bearer ${token}` } : {};
      const response = await this.fetch(this.url, { headers });
      const answer = parseJson(await readText(response));
      const data = readMember(answer, "data");
      if (!response.ok || !Array.isArray(data)) return;
      this.models = data.flatMap(readModel);
      this.ids = this.models.map(({ id }) => id);
      this.offers = readOffers(answer);
      this.nextLookUp = this.now() + LIFE;
    } catch {
    }
  }
}
function readModel(value) {
  const id = readMember(value, "id");
  if (typeof id !== "string") return [];
  const created = readMember(value, "created");
  const owner = readMember(value, "owned_by");
  return [
    {
      id,
      object: "model",
      created: typeof created === "number" ? created : 0,
      owned_by: typeof owner === "string" ? owner : id.split("/")[0] ?? id
    }
  ];
}
export {
  ModelList
};
