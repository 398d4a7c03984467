import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { t } from '../../../base/localize';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import { askInput } from './input-prompt';
import { askPairValue } from './pair-values';
import type { KeyValuePair, PairsQuestion } from './prompt-questions';

/** The user's action in the list. */
type Step =
  | { readonly kind: 'run' }
  | { readonly kind: 'add'; readonly typed: Typed }
  | { readonly kind: RowAction; readonly pair: KeyValuePair };
type RowAction = 'edit' | 'remove' | 'reset' | 'secret';

/** A variable typed into the list: `NAME`, or `NAME=value`. */
interface Typed {
  readonly key: string;
  readonly value: string;
  /** True if there is a value, which can be empty. */
  readonly hasValue: boolean;
}

/** The list, and the row that is active when it is shown. */
interface State {
  readonly pairs: readonly KeyValuePair[];
  readonly current?: KeyValuePair | undefined;
}

interface Shown extends QuickPickItem {
  readonly step?: Step;
}

/** Text in place of a secret value. It is equal for all values, so that their length isn't visible. */
const DOTS = '••••••';

/**
 * Asks for keys and values with a list. The first item is "run"; the others can be edited, marked as secret,
 * and removed or, if they are declared, reset to their default.
 */
export async function askPairs(question: PairsQuestion): Promise<readonly KeyValuePair[] | undefined> {
  let state: State = { pairs: question.pairs };
  // Secrets from the previous run, whose values weren't stored. The user is asked for them before the run.
  const untyped = new Set(
    question.pairs
      .filter(({ field, secret, value }) => secret && value === '' && field?.asks !== false)
      .map(idOf),
  );
  const leave = (left: KeyValuePair | undefined): void => {
    question.onLeft?.(left === undefined ? state.pairs : withPair(state.pairs, left));
  };
  for (;;) {
    const pairs = question.follow?.(state.pairs) ?? state.pairs;
    state = { ...state, pairs };
    const step = await askStep(question, state, (typed) => {
      leave(typedPair(question, pairs, typed));
    });
    if (step === undefined) return undefined;
    if (step.kind === 'run') {
      const missing = pairs.find(
        (pair) =>
          (untyped.has(idOf(pair)) && pair.value === '') || pair.field?.problem(pair.value) !== undefined,
      );
      if (missing === undefined) return pairs;
      const value = await askPairValue(question, missing, [1, 1], leave);
      if (value === undefined) return undefined;
      if (value === 'back') continue;
      // An empty value is allowed after the user was asked.
      untyped.delete(idOf(missing));
      state = { pairs: edited(state, missing, value).pairs };
    } else {
      const next = await nextState(question, state, step, leave);
      if (next === undefined) return undefined;
      state = next;
    }
  }
}

/** The state after an action on a row, or after adding a variable; undefined if the user canceled. */
async function nextState(
  question: PairsQuestion,
  state: State,
  step: Exclude<Step, { readonly kind: 'run' }>,
  leave: (left: KeyValuePair | undefined) => void,
): Promise<State | undefined> {
  const { pairs } = state;
  switch (step.kind) {
    case 'add': {
      const typed = step.typed.hasValue ? typedPair(question, pairs, step.typed) : undefined;
      if (typed?.field?.problem(typed.value) !== undefined) return edit(typed);
      if (typed !== undefined) return { pairs: withPair(pairs, typed) };
      const added = await askNew(question, pairs, step.typed, leave);
      return added === undefined ? undefined : added === 'back' ? state : { pairs: [...pairs, added] };
    }
    case 'edit':
      return edit(step.pair);
    case 'remove':
      return { pairs: pairs.filter((pair) => !isSame(pair, step.pair)) };
    case 'reset':
      return replacedIn(pairs, { ...step.pair, value: step.pair.field?.initial ?? '' });
    case 'secret':
      return replacedIn(pairs, { ...step.pair, secret: !step.pair.secret });
  }

  async function edit(pair: KeyValuePair): Promise<State | undefined> {
    const value = await askPairValue(question, pair, [2, 2], leave);
    return value === undefined ? undefined : edited(state, pair, value);
  }
}

const edited = (state: State, pair: KeyValuePair, value: { readonly text: string } | 'back'): State =>
  value === 'back' ? { ...state, current: pair } : replacedIn(state.pairs, { ...pair, value: value.text });

const idOf = ({ key, field }: KeyValuePair): string =>
  `${field?.kind === 'input' ? 'input' : 'variable'} ${key}`;
const isSame = (one: KeyValuePair, other: KeyValuePair): boolean => idOf(one) === idOf(other);

/** The list with a changed pair, which becomes the active row. */
const replacedIn = (pairs: readonly KeyValuePair[], pair: KeyValuePair): State => ({
  pairs: pairs.map((other) => (isSame(other, pair) ? pair : other)),
  current: pair,
});

const withPair = (pairs: readonly KeyValuePair[], pair: KeyValuePair): readonly KeyValuePair[] =>
  pairs.some((other) => isSame(other, pair)) ? replacedIn(pairs, pair).pairs : [...pairs, pair];

/** Returns a typed pair: an existing key with another value, or a variable that can be added. */
function typedPair(
  question: PairsQuestion,
  pairs: readonly KeyValuePair[],
  { key, value, hasValue }: Typed,
): KeyValuePair | undefined {
  const existing = pairs.find((pair) => pair.key === key);
  if (existing !== undefined) return hasValue ? { ...existing, value } : undefined;
  if (question.canAdd === false || key === '' || question.keyProblem(key, []) !== undefined) return undefined;
  return { key, value, secret: question.isLikelySecret(key) };
}

/** Shows the list once. `left` is called with the typed variable when the list is canceled. */
function askStep(
  question: PairsQuestion,
  { pairs, current }: State,
  left: (typed: Typed) => void,
): Promise<Step | undefined> {
  return new Promise((resolve) => {
    const pick = window.createQuickPick<Shown>();
    const steps = new Map<QuickInputButton, Step>();
    let step: Step | undefined;
    const end = (accepted: Step | undefined): void => {
      if (accepted === undefined) return;
      step = accepted;
      pick.hide();
    };
    Object.assign(pick, {
      title: escapeInvisibleLine(question.title),
      placeholder: escapeInvisibleLine(question.placeholder),
      ignoreFocusOut: true,
      matchOnDescription: true,
    });
    const rows = pairs.map((pair) => pairRow(pair, steps));
    const inputCount = pairs.filter(({ field }) => field?.kind === 'input').length;
    const { canAdd = true } = question;
    const grouped = [
      ...(inputCount === 0 ? [] : [separator(t('inputs')), ...rows.slice(0, inputCount)]),
      ...(canAdd || inputCount < rows.length ? [separator(t('variables'))] : []),
      ...rows.slice(inputCount),
    ];
    const isKnown = (typed: Typed): boolean => typed.hasValue && pairs.some((pair) => pair.key === typed.key);
    const fill = (text: string): void => {
      const typed = readTyped(text);
      const known = isKnown(typed);
      const add = canAdd || known ? [addRow(typed, known ? 'known' : 'new')] : [];
      pick.items = text === '' ? [runRow(question), ...grouped, ...add] : [...rows, ...add];
    };
    fill('');
    // Hides "run" while the user types a variable, so that Enter adds it first.
    pick.onDidChangeValue((value) => {
      fill(value.trim());
    });
    const marked = rows[pairs.findIndex((pair) => current !== undefined && isSame(pair, current))];
    if (marked !== undefined) pick.activeItems = [marked];
    pick.onDidAccept(() => {
      const typed = pick.value.trim();
      const selected = pick.activeItems[0]?.step;
      // Enter may be pressed before the list was updated.
      const isOutdated = selected?.kind === 'run' && typed !== '';
      if (isOutdated && !canAdd && !isKnown(readTyped(typed))) return;
      end(selected?.kind === 'add' || isOutdated ? { kind: 'add', typed: readTyped(typed) } : selected);
    });
    pick.onDidTriggerItemButton(({ button }) => {
      end(steps.get(button));
    });
    pick.onDidHide(() => {
      if (step === undefined) left(readTyped(pick.value.trim()));
      pick.dispose();
      resolve(step);
    });
    pick.show();
  });
}

function runRow({ run, notice }: PairsQuestion): Shown {
  return {
    label: plainText(run.label),
    iconPath: new ThemeIcon(run.icon),
    ...(notice && { detail: `$(${notice.severity}) ${plainText(notice.text)}` }),
    alwaysShow: true,
    step: { kind: 'run' },
  };
}

const separator = (label: string): Shown => ({ label, kind: QuickPickItemKind.Separator });

function addRow(typed: Typed, kind: 'known' | 'new'): Shown {
  const key = plainText(typed.key);
  return {
    label:
      kind === 'known'
        ? t('Set Value of {0}', key)
        : typed.key === ''
          ? t('Add Variable...')
          : typed.hasValue
            ? t('Add Variable {0}', key)
            : t('Add Variable {0}...', key),
    iconPath: new ThemeIcon(kind === 'known' ? 'edit' : 'add'),
    alwaysShow: true,
    step: { kind: 'add', typed },
  };
}

function readTyped(text: string): Typed {
  const [key = '', ...value] = text.split('=');
  return { key: key.trim(), value: value.join('='), hasValue: value.length > 0 };
}

function pairRow(pair: KeyValuePair, steps: Map<QuickInputButton, Step>): Shown {
  const button = (icon: string, tooltip: string, kind: RowAction): QuickInputButton => {
    const made = { iconPath: new ThemeIcon(icon), tooltip };
    steps.set(made, { kind, pair });
    return made;
  };
  const { field } = pair;
  const last =
    field === undefined
      ? [button('trash', t('Remove'), 'remove')]
      : field.initial === pair.value
        ? []
        : [button('discard', t('Reset to Default'), 'reset')];
  return {
    label: plainText(pair.key),
    description: valueText(pair),
    ...(field?.description === undefined ? {} : { detail: plainText(field.description) }),
    iconPath: new ThemeIcon(
      pair.secret ? 'lock' : field?.kind === 'input' ? 'symbol-parameter' : 'symbol-variable',
    ),
    buttons: [
      button('edit', t('Edit Value'), 'edit'),
      pair.secret
        ? button('unlock', t('Show and Remember Value'), 'secret')
        : button('lock', t("Hide and Don't Remember Value"), 'secret'),
      ...last,
    ],
    step: { kind: 'edit', pair },
  };
}

/** The value of a pair, or why there is none. */
function valueText({ value, secret, field }: KeyValuePair): string {
  if (value === '' && field?.problem(value) !== undefined) return t('required');
  if (value === '') return secret ? t('secret, no value entered') : t('empty');
  if (secret) return t('{0} (secret, not remembered)', DOTS);
  return field?.initial === value ? t('{0} (default)', plainText(value)) : plainText(value);
}

async function askNew(
  question: PairsQuestion,
  pairs: readonly KeyValuePair[],
  typed: Typed,
  leave: (left: KeyValuePair | undefined) => void,
): Promise<KeyValuePair | 'back' | undefined> {
  const existingKeys = pairs.filter(({ field }) => field?.kind !== 'input').map(({ key }) => key);
  let { key } = typed;
  for (;;) {
    const named = await askInput({
      title: question.title,
      step: [2, 3],
      prompt: t('Enter a variable name'),
      placeholder: 'NAME',
      value: key,
      warn: (now) => {
        key = now.trim();
        return now === '' ? undefined : question.keyProblem(key, existingKeys);
      },
      accept: (typed) => {
        key = typed.trim();
        return Promise.resolve(question.keyProblem(key, existingKeys));
      },
    });
    if (named === 'back') return 'back';
    if (!named) {
      leave(typedPair(question, pairs, { ...typed, key }));
      return undefined;
    }
    const pair = { key, value: typed.value, secret: question.isLikelySecret(key) };
    const value = await askPairValue(question, pair, [3, 3], leave);
    if (value === undefined) return undefined;
    if (value !== 'back') return { ...pair, value: value.text };
  }
}
