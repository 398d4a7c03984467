import { t } from '../../base/localize';
import type { ClientKey, KeyList, KeysMissingReason } from '../../domain/errors/client-keys';
import { type Rotation, ROTATION_STEPS, type RotationStep } from '../../domain/errors/rotation';
import { COLOR } from '../shared/colors';
import { COMMAND } from '../shared/command-ids';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import type { Icon } from '../shared/status-icons';
import { KEYS_MISSING } from './client-key-errors';

/** `2 keys`, `1000+ keys`. */
function keyCount({ keys: { length }, cut }: KeyList): string {
  if (cut) return t('{0}+ keys', length);
  return t('{0, plural, one {# key} other {# keys}}', length);
}

/** `used in 2 places`; undefined if there are none, or before the first search. */
const usedIn = (places: number | undefined): string | undefined =>
  places === undefined || places === 0
    ? undefined
    : t('{0, plural, one {used in # place} other {used in # places}}', places);

/** Row of a project's client keys; `list` is undefined until loaded. */
export function clientKeysRow(
  list: KeyList | undefined,
  { busy, rotation }: { readonly busy: boolean; readonly rotation: Rotation | undefined },
): Row {
  const count = list?.missing === undefined ? list && keyCount(list) : undefined;
  const rotating = rotation === undefined ? undefined : t('rotating');
  // Like other sections, only the number.
  const number =
    list?.missing === undefined ? list && `${list.keys.length}${list.cut ? '+' : ''}` : undefined;
  const description = parts(number, rotating);
  const mayWrite = list?.missing === undefined;
  return {
    label: t('Client Keys'),
    ...(description === '' ? {} : { description }),
    icon: busy ? { id: 'loading~spin' } : { id: 'key' },
    accessibleLabel: accessibleLabel(t('Client Keys'), count, rotating, busy ? t('updating') : undefined),
    contextTokens: [
      'clientKeys',
      ...(mayWrite ? ['canCreate'] : []),
      ...(mayWrite && rotation === undefined && list?.keys.length !== 0 ? ['canRotate'] : []),
    ],
    expandable: 'collapsed',
  };
}

/** Data of a key that isn't on the server. */
export interface KeyFacts {
  readonly rotation: Rotation | undefined;
  /** Number of places in the workspace; undefined before the first search. */
  readonly uses: number | undefined;
}

/** Row of a client key. Shows only the end of the key. */
export function clientKeyRow({ id, active, masked }: ClientKey, { rotation, uses }: KeyFacts): Row {
  const state = active ? t('active') : t('inactive');
  const role = roleIn(id, rotation);
  return {
    label: t('Key #{0}', id),
    description: parts(masked, role, state, usedIn(uses)),
    icon: active ? { id: 'key' } : { id: 'circle-slash', color: COLOR.inactive },
    details: detailsOf(
      [t('Client key'), `#${id}`],
      [t('State'), state],
      [t('Ends with'), masked],
      [t('Rotation'), role],
      [t('In this workspace'), uses === 0 ? t('not found in the last search') : usedIn(uses)],
    ),
    accessibleLabel: accessibleLabel(t('Client key {0}', id), state, role, usedIn(uses)),
    contextTokens: ['clientKey', ...(rotation === undefined ? ['canRotate'] : [])],
    expandable: 'no',
  };
}

function roleIn(id: number, rotation: Rotation | undefined): string | undefined {
  if (rotation?.fresh === id) return t('replacement');
  return rotation?.old === id ? t('being replaced') : undefined;
}

const NOTES: Readonly<Record<KeysMissingReason, { readonly label: () => string; readonly icon: string }>> = {
  role: { label: () => t('Maintainer role required'), icon: 'lock' },
  scope: { label: () => t('Requires a token with the "api" scope'), icon: 'lock' },
  'not-found': { label: () => t('Client keys not available (404)'), icon: 'circle-slash' },
};

/** Row in place of keys that the user doesn't have access to. */
export function keysMissingRow(missing: KeysMissingReason): Row {
  const { label, icon } = NOTES[missing];
  const why = KEYS_MISSING[missing]();
  const next = missing === 'scope' ? t('click to sign in') : undefined;
  return {
    label: label(),
    ...(next === undefined ? {} : { description: next }),
    icon: { id: icon },
    details: detailsOf([t('Reason'), why]),
    accessibleLabel: accessibleLabel(label(), next, why),
    contextTokens: ['keysMissing'],
    expandable: 'no',
    ...(missing === 'scope' ? { onClick: { command: COMMAND.signIn, title: t('Sign In') } } : {}),
  };
}

/** Row of a project without keys. */
export function noKeyRow(): Row {
  return {
    label: t('No client keys'),
    description: t('click to create one'),
    icon: { id: 'add' },
    accessibleLabel: accessibleLabel(t('No client keys'), t('click to create one')),
    contextTokens: ['noKey'],
    expandable: 'no',
    onClick: { command: COMMAND.createClientKey, title: t('Create Client Key') },
  };
}

type StepState = 'done' | 'current' | 'to-come';

const STEP_ICONS: Readonly<Record<StepState, Icon>> = {
  done: { id: 'pass', color: COLOR.passed },
  current: { id: 'circle-large-filled', color: COLOR.running },
  'to-come': { id: 'circle-large-outline', color: COLOR.inactive },
};
const STEP_STATES: Readonly<Record<StepState, () => string>> = {
  done: () => t('done'),
  current: () => t('next'),
  'to-come': () => t('not started'),
};

/** Titles of the steps. */
const STEP_TITLES: Readonly<Record<RotationStep, () => string>> = {
  create: () => t('Create a new key'),
  place: () => t('Replace the DSN'),
  confirm: () => t('Confirm the new key'),
  delete: () => t('Delete the old key'),
};

const STEP_DETAILS: Readonly<Record<RotationStep, (rotation: Rotation) => string | undefined>> = {
  create: ({ fresh, before }) =>
    fresh !== undefined
      ? t('key #{0}', fresh)
      : before === undefined
        ? undefined
        : t('not confirmed; Switchyard checks the client keys first'),
  place: ({ step }) => (step === 'place' ? t('in every application that sends events') : undefined),
  confirm: () => undefined,
  delete: ({ old }) => t('key #{0}', old),
};

/** Row of a rotation in progress, the parent of its steps. */
export function rotationRow(rotation: Rotation): Row {
  const at = ROTATION_STEPS.indexOf(rotation.step) + 1;
  const label = t('Rotation of Key #{0}', rotation.old);
  const progress = t('step {0} of {1}', at, ROTATION_STEPS.length);
  return {
    label,
    description: progress,
    icon: { id: 'sync' },
    details: detailsOf(
      [t('Old key'), `#${rotation.old}`],
      [t('New key'), rotation.fresh === undefined ? undefined : `#${rotation.fresh}`],
      [t('Next'), STEP_TITLES[rotation.step]()],
    ),
    accessibleLabel: accessibleLabel(label, progress, t('next step: {0}', STEP_TITLES[rotation.step]())),
    contextTokens: ['rotation'],
    expandable: 'expanded',
  };
}

export function rotationStepRow(step: RotationStep, rotation: Rotation): Row {
  const state = stateOf(step, rotation.step);
  const label = STEP_TITLES[step]();
  const detail = STEP_DETAILS[step](rotation);
  const word = state === 'current' ? STEP_STATES[state]() : undefined;
  return {
    label,
    description: parts(word, detail),
    icon: STEP_ICONS[state],
    accessibleLabel: accessibleLabel(
      t('Step {0} of {1}', ROTATION_STEPS.indexOf(step) + 1, ROTATION_STEPS.length),
      label,
      STEP_STATES[state](),
      detail,
    ),
    contextTokens: ['rotationStep', state === 'current' ? 'current' : 'waiting'],
    expandable: 'no',
    ...(state === 'current'
      ? { onClick: { command: COMMAND.continueRotation, title: t('Continue Rotation') } }
      : {}),
  };
}

function stateOf(step: RotationStep, current: RotationStep): StepState {
  const distance = ROTATION_STEPS.indexOf(step) - ROTATION_STEPS.indexOf(current);
  if (distance === 0) return 'current';
  return distance < 0 ? 'done' : 'to-come';
}
