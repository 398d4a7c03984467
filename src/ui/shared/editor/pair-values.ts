import { t } from '../../../base/localize';
import { askInput } from './input-prompt';
import { askPick, askPickMany } from './pick-prompt';
import type { DeclaredField, KeyValuePair, ListFormat, PairsQuestion, PickItem } from './prompt-questions';

/** An entered value, or `back` to return to the list; undefined if the user canceled. */
export type EnteredValue = { readonly text: string } | 'back' | undefined;

/** Called with the pair that was edited when the user canceled. */
type Leave = (left: KeyValuePair) => void;

/** Asks for the value of a pair: the options of a declared key, or a text. */
export async function askPairValue(
  question: PairsQuestion,
  pair: KeyValuePair,
  step: readonly [number, number],
  leave: Leave,
): Promise<EnteredValue> {
  const { field } = pair;
  if (field === undefined || field.options.length === 0) return askText(question, pair, step, leave);
  if (typeof field.select === 'object') return askOptions(question, pair, field.options, field.select);
  const chosen = await askOption(question, pair, field);
  return chosen === 'other' ? askText(question, pair, step, leave) : (chosen ?? 'back');
}

async function askText(
  { title }: PairsQuestion,
  pair: KeyValuePair,
  step: readonly [number, number],
  leave: Leave,
): Promise<EnteredValue> {
  let text = pair.value;
  const problem = (value: string): string | undefined => pair.field?.problem(value);
  const result = await askInput({
    title,
    step,
    prompt: pair.secret
      ? t("Enter a value for {0}. The value is treated as a secret: it isn't shown or remembered.", pair.key)
      : (pair.field?.prompt ?? t('Enter a value for {0}', pair.key)),
    value: pair.value,
    placeholder: t('Value'),
    password: pair.secret,
    warn: (typed) => {
      text = typed;
      return typed === '' ? undefined : problem(typed);
    },
    accept: (typed) => {
      text = typed;
      return Promise.resolve(problem(typed));
    },
  });
  if (result === true) return { text };
  if (result === 'back') return 'back';
  leave({ ...pair, value: text });
  return undefined;
}

/** Asks for one of the options. Undefined returns to the list. */
function askOption(
  { title }: PairsQuestion,
  { key, value }: KeyValuePair,
  { initial, options, select }: DeclaredField,
): Promise<{ readonly text: string } | 'other' | undefined> {
  const items: PickItem<{ readonly text: string } | 'other'>[] = options.map((text) => ({
    label: text === '' ? t('empty') : text,
    ...(text === value ? { description: t('current value') } : {}),
    ...(text === initial && text !== value ? { description: t('default') } : {}),
    value: { text },
  }));
  if (select === 'one-or-other')
    items.push({ label: t('Another Value...'), icon: 'edit', always: true, value: 'other' });
  return askPick({ title, placeholder: t('Select a value for {0}', key), items, stays: true });
}

/** Asks for several options. */
async function askOptions(
  { title }: PairsQuestion,
  { key, value }: KeyValuePair,
  options: readonly string[],
  { elements, join }: ListFormat,
): Promise<EnteredValue> {
  const current = elements(value);
  const chosen = await askPickMany({
    title,
    placeholder: t('Select the values for {0}', key),
    items: options.map((text) => ({ label: text, picked: current.includes(text), value: text })),
    stays: true,
  });
  return chosen === undefined ? 'back' : { text: join(chosen) };
}
