import type { KeyValuePair } from '../../src/ui/shared/editor/prompts';
import type { ScriptedPrompts } from '../integration/helpers/scripted-prompts';

/** Returns a change of a list of keys and values: new values for some keys. */
export const enterValues =
  (values: Readonly<Record<string, string>>) =>
  (pairs: readonly KeyValuePair[]): readonly KeyValuePair[] =>
    pairs.map((pair) => ({ ...pair, value: values[pair.key] ?? pair.value }));

/** Returns the kind, key, and value of each row of the last list. */
export const shownValues = ({ askedPairs }: Pick<ScriptedPrompts, 'askedPairs'>) =>
  askedPairs.at(-1)?.pairs.map(({ key, value, field }) => [field?.kind, key, value]) ?? [];
