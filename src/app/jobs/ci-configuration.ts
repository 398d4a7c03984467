import { parse, YAMLError } from 'yaml';

/** Larger configurations aren't parsed, because that takes long. */
const MAX_LENGTH = 1_000_000;

/**
 * Parses a CI configuration as plain data: unknown tags are ignored, and the number of aliases is limited. Undefined if
 * it is too large or isn't valid; the server's parser may accept such a text.
 */
export function parseConfiguration(text: string): unknown {
  if (text.length > MAX_LENGTH) return undefined;
  try {
    return parse(text, { logLevel: 'error', maxAliasCount: 100 });
  } catch (error) {
    // A ReferenceError: too many aliases.
    if (error instanceof YAMLError || error instanceof ReferenceError) return undefined;
    throw error;
  }
}
