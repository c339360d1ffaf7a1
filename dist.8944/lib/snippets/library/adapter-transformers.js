import { UNKNOWN_BASE_MODEL } from "../model.js";
import { python } from "./snippet.js";
function adapterTransformers({ id, config }) {
  const base = config?.adapter_transformers?.model_name || UNKNOWN_BASE_MODEL;
  return [
    python`
			from adapters import AutoAdapterModel

			model = AutoAdapterModel.from_pretrained(${base})
			model.load_adapter(${id}, set_active=True)
		`
  ];
}
export {
  adapterTransformers
};
