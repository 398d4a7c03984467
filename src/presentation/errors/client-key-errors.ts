import { isApiError, missingTokenRights } from '../../api/errors';
import { t } from '../../base/localize';
import {
  ClientKeyFailedError,
  ClientKeysBusyError,
  ClientKeysMissingError,
  type KeysMissingReason,
  NoDsnError,
} from '../../domain/errors/client-keys';
import { type Rotation, type RotationObstacle, RotationStoppedError } from '../../domain/errors/rotation';
import { type ErrorMessages, type Explained, sentences } from '../shared/error-messages';
import { isProven } from '../shared/refusal-meanings';
import { requirement } from '../shared/role-messages';

export const KEYS_MISSING: Readonly<Record<KeysMissingReason, () => string>> = {
  role: () => requirement('manageClientKeys'),
  scope: () => t('Client keys require a token with the "api" scope. Sign in with a token that has it.'),
  'not-found': () =>
    t("Client keys aren't available for this project, or you don't have access to them (404)."),
};

const MISSING_STEPS: Readonly<Record<KeysMissingReason, Explained['steps']>> = {
  role: ['show-output'],
  scope: ['another-token', 'show-output'],
  'not-found': ['show-output'],
};

const missing = (why: KeysMissingReason): Explained => ({
  why: KEYS_MISSING[why](),
  steps: MISSING_STEPS[why],
});

/** Explains errors of client keys and their rotation. No text contains a key. */
export const explainClientKeys: ErrorMessages = (error, behind) => {
  if (error instanceof ClientKeysMissingError) return missing(error.reason);
  if (error instanceof ClientKeysBusyError)
    return { why: t('A client key of this project is already being created or deleted.'), steps: [] };
  if (error instanceof NoDsnError) {
    const why = error.listed
      ? t("The server didn't provide a DSN for key #{0}.", error.key)
      : t('Key #{0} has been deleted.', error.key);
    return { why, steps: [] };
  }
  if (error instanceof ClientKeyFailedError) {
    const { cause } = error;
    if (!isApiError(cause)) return behind(cause);
    if (missingTokenRights(cause)?.kind === 'scope') return { ...missing('scope'), base: cause.base };
    return isProven({ kind: 'forbidden' }, cause) ? missing('role') : behind(cause);
  }
  if (error instanceof RotationStoppedError) {
    const stays = keysThatStay(error.rotation, error.reason);
    if (error.reason !== undefined)
      return { why: sentences(OBSTACLES[error.reason](error.rotation), stays), steps: [] };
    const explained = behind(error.cause);
    // The existing keys are unknown until the list is checked.
    if (explained.check !== undefined) return explained;
    return { why: sentences(explained.why, stays), steps: explained.steps };
  }
  return undefined;
};

const OBSTACLES: Readonly<Record<RotationObstacle, (rotation: Rotation) => string>> = {
  'old-gone': ({ old }) => t('Key #{0} has been deleted.', old),
  'fresh-gone': ({ fresh = 0 }) => t('The new key #{0} has been deleted.', fresh),
  'fresh-inactive': ({ fresh = 0 }) => t("The new key #{0} exists but isn't active.", fresh),
  several: () => t("The server didn't confirm which key it created, and several keys have been added since."),
  'out-of-turn': () => t("This isn't the next step of the rotation, or another step is still in progress."),
  unlisted: () => t('The project has too many client keys to check all of them.'),
};

/** Returns which keys still work after a failure. */
function keysThatStay({ old, fresh }: Rotation, obstacle: RotationObstacle | undefined): string {
  if (obstacle === 'fresh-gone') return t('Key #{0} is unchanged.', old);
  if (obstacle === 'old-gone') return fresh === undefined ? '' : t('Key #{0} is unchanged.', fresh);
  return fresh === undefined
    ? t('Key #{0} is unchanged.', old)
    : t('Keys #{0} and #{1} are unchanged.', old, fresh);
}
