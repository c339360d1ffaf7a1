async function answerWithinLimits({ state }, service, answer) {
  state.rateLimits.admit(service);
  const response = await answer();
  for (const [name, value] of Object.entries(state.rateLimits.headers(service))) response.headers.set(name, value);
  return response;
}
export {
  answerWithinLimits
};
