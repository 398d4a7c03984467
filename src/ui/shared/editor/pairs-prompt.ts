import { type QuickInputButton, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from 'vscode';
import { t } from '../../../base/localize';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import { askInput } from './input-prompt';
import type { KeyValuePair, PairsQuestion } from './prompt-questions';

/** The user's action in the list. */
type Step =
  | { readonly kind: 'run' }
  | { readonly kind: 'add'; readonly typed: Typed }
  | { readonly kind: 'edit' | 'remove' | 'secret'; readonly pair: KeyValuePair };

/** A variable typed into the list: `NAME`, or `NAME=value`. */
interface Typed {
  readonly key: string;
  readonly value: string;
}

interface Shown extends QuickPickItem {
  readonly step?: Step;
}

/** The same for every value, so that its length isn't visible. */
const DOTS = '••••••';

/**
 * Asks for keys and values with a list. The first item is "run"; the others can be edited, marked as secret,
 * and removed.
 */
export async function askPairs(question: PairsQuestion): Promise<readonly KeyValuePair[] | undefined> {
  let pairs = question.pairs;
  let current: string | undefined;
  // Secrets from the previous run, whose values weren't stored. The user is asked for them before the run.
  const untyped = new Set(pairs.flatMap(({ key, secret, value }) => (secret && value === '' ? [key] : [])));
  const leave = (left: KeyValuePair | undefined): void => {
    if (left === undefined) question.onLeft?.(pairs);
    else if (pairs.some(({ key }) => key === left.key)) question.onLeft?.(replaced(pairs, left));
    else question.onLeft?.([...pairs, left]);
  };
  for (;;) {
    const step = await askStep(question, pairs, current, (typed) => {
      leave(newPair(question, pairs, typed));
    });
    if (step === undefined) return undefined;
    switch (step.kind) {
      case 'run': {
        const missing = pairs.find(({ key, value }) => untyped.has(key) && value === '');
        if (missing === undefined) return pairs;
        const value = await askValue(question, missing, [1, 1], leave);
        if (value === undefined) return undefined;
        if (value === 'back') break;
        // An empty value is allowed after the user was asked.
        untyped.delete(missing.key);
        pairs = replaced(pairs, { ...missing, value: value.text });
        current = undefined;
        break;
      }
      case 'add': {
        const added = await askNew(question, pairs, step.typed, leave);
        if (added === undefined) return undefined;
        if (added === 'back') break;
        pairs = [...pairs, added];
        current = undefined;
        break;
      }
      case 'edit': {
        const value = await askValue(question, step.pair, [2, 2], leave);
        if (value === undefined) return undefined;
        if (value === 'back') break;
        pairs = replaced(pairs, { ...step.pair, value: value.text });
        current = step.pair.key;
        break;
      }
      case 'remove':
        pairs = pairs.filter(({ key }) => key !== step.pair.key);
        break;
      case 'secret':
        pairs = replaced(pairs, { ...step.pair, secret: !step.pair.secret });
        current = step.pair.key;
        break;
    }
  }
}

const replaced = (pairs: readonly KeyValuePair[], pair: KeyValuePair): readonly KeyValuePair[] =>
  pairs.map((other) => (other.key === pair.key ? pair : other));

/** Returns a typed variable if it can be added; otherwise undefined. */
function newPair(
  question: PairsQuestion,
  pairs: readonly KeyValuePair[],
  typed: Typed,
): KeyValuePair | undefined {
  const existingKeys = pairs.map(({ key }) => key);
  if (typed.key === '' || question.keyProblem(typed.key, existingKeys) !== undefined) return undefined;
  return { ...typed, secret: question.isLikelySecret(typed.key) };
}

/**
 * Shows the list once. `current`: the key of the active row. `left` is called with the typed variable when
 * the list is canceled.
 */
function askStep(
  question: PairsQuestion,
  pairs: readonly KeyValuePair[],
  current: string | undefined,
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
    const fill = (typed: string): void => {
      pick.items = typed === '' ? [...runRows(question), ...rows, addRow(typed)] : [...rows, addRow(typed)];
    };
    fill('');
    // Hides "run" while the user types a variable, so that Enter adds it first.
    pick.onDidChangeValue((value) => {
      fill(value.trim());
    });
    const marked = rows[pairs.findIndex(({ key }) => key === current)];
    if (marked !== undefined) pick.activeItems = [marked];
    pick.onDidAccept(() => {
      const typed = pick.value.trim();
      const selected = pick.activeItems[0]?.step;
      // Enter may be pressed before the list was updated.
      const adds = selected?.kind === 'add' || (selected?.kind === 'run' && typed !== '');
      end(adds ? { kind: 'add', typed: readTyped(typed) } : selected);
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

function runRows({ run }: PairsQuestion): readonly Shown[] {
  return [
    {
      label: plainText(run.label),
      iconPath: new ThemeIcon(run.icon),
      alwaysShow: true,
      step: { kind: 'run' },
    },
    { label: t('variables'), kind: QuickPickItemKind.Separator },
  ];
}

function addRow(text: string): Shown {
  const typed = readTyped(text);
  return {
    label: typed.key === '' ? t('Add Variable...') : t('Add Variable {0}...', plainText(typed.key)),
    iconPath: new ThemeIcon('add'),
    alwaysShow: true,
    step: { kind: 'add', typed },
  };
}

function readTyped(text: string): Typed {
  const [key = '', ...value] = text.split('=');
  return { key: key.trim(), value: value.join('=') };
}

function pairRow(pair: KeyValuePair, steps: Map<QuickInputButton, Step>): Shown {
  const button = (icon: string, tooltip: string, kind: 'edit' | 'remove' | 'secret'): QuickInputButton => {
    const made = { iconPath: new ThemeIcon(icon), tooltip };
    steps.set(made, { kind, pair });
    return made;
  };
  const empty = pair.secret ? t('secret, no value entered') : t('empty');
  const secret = t('{0} (secret, not remembered)', DOTS);
  return {
    label: plainText(pair.key),
    description: pair.value === '' ? empty : pair.secret ? secret : plainText(pair.value),
    iconPath: new ThemeIcon(pair.secret ? 'lock' : 'symbol-variable'),
    buttons: [
      button('edit', t('Edit Value'), 'edit'),
      pair.secret
        ? button('unlock', t('Show and Remember Value'), 'secret')
        : button('lock', t("Hide and Don't Remember Value"), 'secret'),
      button('trash', t('Remove'), 'remove'),
    ],
    step: { kind: 'edit', pair },
  };
}

async function askNew(
  question: PairsQuestion,
  pairs: readonly KeyValuePair[],
  typed: Typed,
  leave: (left: KeyValuePair | undefined) => void,
): Promise<KeyValuePair | 'back' | undefined> {
  const existingKeys = pairs.map(({ key }) => key);
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
      leave(newPair(question, pairs, { key, value: typed.value }));
      return undefined;
    }
    const pair = { key, value: typed.value, secret: question.isLikelySecret(key) };
    const value = await askValue(question, pair, [3, 3], leave);
    if (value === undefined) return undefined;
    if (value !== 'back') return { ...pair, value: value.text };
  }
}

async function askValue(
  question: PairsQuestion,
  pair: KeyValuePair,
  step: readonly [number, number],
  leave: (left: KeyValuePair | undefined) => void,
): Promise<{ readonly text: string } | 'back' | undefined> {
  let text = pair.value;
  const result = await askInput({
    title: question.title,
    step,
    prompt: pair.secret
      ? t("Enter a value for {0}. The value is treated as a secret: it isn't shown or remembered.", pair.key)
      : t('Enter a value for {0}', pair.key),
    value: pair.value,
    placeholder: t('Value'),
    password: pair.secret,
    warn: (typed) => {
      text = typed;
      return undefined;
    },
    accept: (typed) => {
      text = typed;
      return Promise.resolve(undefined);
    },
  });
  if (result === true) return { text };
  if (result === 'back') return 'back';
  leave({ ...pair, value: text });
  return undefined;
}
