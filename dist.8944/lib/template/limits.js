const DEFAULT_LIMITS = { max_range: 1e5, max_depth: 500, max_string: 5e7 };
const untrustedLimits = {
  ...DEFAULT_LIMITS,
  max_steps: 2e8,
  max_time: 1e4,
  max_output: 5e7,
  max_string: 2e7
};
const MAX_ITEMS = 1e7;
const MAX_VALUE_SIZE = 1e7;
const MAX_INTEGER_DIGITS = 4300;
const MAX_INTEGER_BITS = 1e6;
export {
  DEFAULT_LIMITS,
  MAX_INTEGER_BITS,
  MAX_INTEGER_DIGITS,
  MAX_ITEMS,
  MAX_VALUE_SIZE,
  untrustedLimits
};
