import { isApiError } from '../../api/errors';
import { t } from '../../base/localize';
import {
  ClientKeyFailed,
  ClientKeysBusy,
  ClientKeysMissing,
  type KeysMissing,
  NoDsn,
} from '../../domain/errors/client-keys';
import { type Rotation, type RotationObstacle, RotationStopped } from '../../domain/errors/rotation';
import type { ErrorMessages, Explained } from '../shared/error-messages';

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

const missing = (why: KeysMissing): Explained => ({ why: KEYS_MISSING[why](), steps: MISSING_STEPS[why] });

/** What errors of client keys and their rotation mean. No text holds a key. */
export const explainClientKeys: ErrorMessages = (error, behind) => {
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
      return missing(/\bscope\b|higher privileges/i.test(error.cause.serverMessage ?? '') ? 'scope' : 'role');
    return behind(error.cause);
  }
  if (error instanceof RotationStopped) {
    const stays = keysThatStay(error.rotation, error.obstacle);
    if (error.obstacle !== undefined)
      return { why: t('{0} {1}', OBSTACLES[error.obstacle](error.rotation), stays).trim(), steps: [] };
    const explained = behind(error.cause);
    // Which keys there are is not known until it is checked.
    if (explained.check !== undefined) return explained;
    return { why: t('{0} {1}', explained.why, stays), steps: explained.steps };
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
