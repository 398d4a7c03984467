import { isApiError } from '../api/errors';
import { t } from '../base/localize';
import {
  ClientKeyFailed,
  ClientKeysBusy,
  ClientKeysMissing,
  NoDsn,
  type KeyAct,
  type KeysMissing,
} from '../domain/errors/client-keys';
import { RotationStopped, type Rotation, type RotationObstacle } from '../domain/errors/rotation';
import type { Explained, Explainer } from './error-sentences';

export const KEYS_MISSING: Readonly<Record<KeysMissing, () => string>> = {
  role: () => t('Client keys need the role Maintainer in the project.'),
  scope: () => t('The token lacks the scope "api", which client keys need. Sign in with one that has it.'),
  'not-found': () => t('The server has no client keys for this project, or you may not see them (404).'),
};

const MISSING_STEPS: Readonly<Record<KeysMissing, Explained['steps']>> = {
  role: ['show-output'],
  scope: ['sign-in', 'show-output'],
  'not-found': ['show-output'],
};

const UNSURE: Readonly<Record<KeyAct, () => string>> = {
  create: () => t('It may have been created all the same: look at the list before you try again.'),
  delete: () => t('It may have been deleted all the same: look at the list before you try again.'),
};

const missing = (why: KeysMissing): Explained => ({ why: KEYS_MISSING[why](), steps: MISSING_STEPS[why] });

/** What errors of client keys and their rotation mean. No text holds a key. */
export const explainClientKeys: Explainer = (error, behind) => {
  if (error instanceof ClientKeysMissing) return missing(error.missing);
  if (error instanceof ClientKeysBusy)
    return { why: t('A key of this project is being created or deleted already.'), steps: [] };
  if (error instanceof NoDsn) {
    const why = error.listed
      ? t('The server does not tell the DSN of key #{0}.', error.key)
      : t('Key #{0} is not in the list any more: somebody has deleted it.', error.key);
    return { why, steps: [] };
  }
  if (error instanceof ClientKeyFailed) {
    if (isApiError(error.cause, 'forbidden'))
      return missing(/\bscope\b|higher privileges/i.test(error.cause.serverWords ?? '') ? 'scope' : 'role');
    const { why, steps } = behind(error.cause);
    // Doing it again without looking might do it twice.
    return error.unsure
      ? { why: t('{0} {1}', why, UNSURE[error.act]()), steps: steps.filter((step) => step !== 'retry') }
      : { why, steps };
  }
  if (error instanceof RotationStopped) {
    const stays = keysThatStay(error.rotation, error.obstacle);
    if (error.obstacle !== undefined)
      return { why: t('{0} {1}', OBSTACLES[error.obstacle](error.rotation), stays).trim(), steps: [] };
    const { why, steps } = behind(error.cause);
    return { why: t('{0} {1}', why, stays), steps };
  }
  return undefined;
};

const OBSTACLES: Readonly<Record<RotationObstacle, (rotation: Rotation) => string>> = {
  'old-gone': ({ old }) => t('Key #{0} is not in the list any more: somebody has deleted it.', old),
  'fresh-gone': ({ fresh = 0 }) => t('The new key #{0} is not in the list: somebody has deleted it.', fresh),
  'fresh-inactive': ({ fresh = 0 }) => t('The new key #{0} is in the list, but it is not active.', fresh),
  several: () =>
    t(
      'No answer told which key is the new one, and several keys have come since. Choose the one of this rotation.',
    ),
  'out-of-turn': () => t('Another step of the rotation is next, or one is still under way.'),
  unlisted: () => t('The project has more keys than are read, so that nobody can tell which are there.'),
};

/** Says after a failure what still works. */
function keysThatStay({ old, fresh }: Rotation, obstacle: RotationObstacle | undefined): string {
  if (obstacle === 'fresh-gone') return t('Key #{0} stays.', old);
  if (obstacle === 'old-gone') return fresh === undefined ? '' : t('Key #{0} stays.', fresh);
  return fresh === undefined
    ? t('Key #{0} was not touched.', old)
    : t('Neither key #{0} nor key #{1} was touched by this.', old, fresh);
}
