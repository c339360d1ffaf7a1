function createCallPromise(start) {
  let response;
  const result = start((info) => {
    response = info;
  });
  result.withResponse = async () => {
    const data = await result;
    return { data, response };
  };
  return result;
}
export {
  createCallPromise
};
