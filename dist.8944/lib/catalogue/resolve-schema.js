function resolveSchema(document, schema) {
  const { $ref, ...own } = schema;
  if ($ref === void 0) {
    const [only, ...others] = schema.allOf ?? [];
    if (!only || others.length > 0) return schema;
    const { allOf: _, ...beside } = own;
    return { ...resolveSchema(document, only), ...beside };
  }
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  const target = $ref.startsWith("#") ? document.schema.$defs?.[name] : document.common.definitions[name];
  if (!target) throw new Error(`The schema ${document.schema.$id ?? ""} refers to ${$ref}, which does not exist.`);
  return { ...resolveSchema(document, target), ...own };
}
export {
  resolveSchema
};
