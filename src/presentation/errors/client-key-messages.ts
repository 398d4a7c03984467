import { t } from '../../base/localize';
import type { ClientKey } from '../../domain/errors/client-keys';
import type { Rotation } from '../../domain/errors/rotation';
import { sentences } from '../shared/error-messages';
import { parts } from '../shared/row';

/** `••••ab12 · active`. */
export const keyState = ({ masked, active }: ClientKey): string =>
  parts(masked, active ? t('active') : t('inactive'));

interface TypedRisk {
  readonly title: string;
  readonly prompt: string;
  readonly expected: string;
  readonly otherwise: string;
}

/** Confirmation before a key is deleted. `isLast`: the project has no other active key. */
export function deleteKeyRisk({
  key: { id, masked },
  path,
  isLast,
  isInRotation,
}: {
  readonly key: ClientKey;
  readonly path: string;
  readonly isLast: boolean;
  readonly isInRotation: boolean;
}): TypedRisk {
  const expected = isLast ? path : String(id);
  const lost = isLast
    ? t(
        'This is the last active client key of {0}. No errors will reach the project until you create a new key and replace the DSN in your applications.',
        path,
      )
    : t(
        'Applications that still use this key ({0}) will no longer be able to send events, and their errors will be lost.',
        masked,
      );
  const inRotation = isInRotation ? t('The key is part of a rotation in progress.') : undefined;
  return {
    title: isLast
      ? t('Delete the Last Client Key of {0}', path)
      : t('Delete Client Key #{0} of {1}', id, path),
    prompt: sentences(lost, inRotation, t('Type "{0}" to delete the key.', expected)),
    expected,
    otherwise: t('The text doesn\'t match "{0}".', expected),
  };
}

/** Confirmation before a rotation creates the new key. */
export const rotateRisk = (old: number, path: string) => ({
  message: t('Rotate client key #{0} of {1}?', old, path),
  detail: t(
    "A new client key will be created. Both keys work while you replace the DSN in your applications. You'll be asked to confirm before key #{0} is deleted.",
    old,
  ),
  action: t('Create New Key'),
});

/** Confirmation before the last step of a rotation. */
export function deleteOldRisk({ old, fresh = 0 }: Rotation, path: string): TypedRisk {
  return {
    title: t('Rotate Client Key #{0} of {1}: Delete Old Key', old, path),
    prompt: t(
      'Key #{0} exists and is active. Applications that still use key #{1} will no longer be able to send events. Type "{1}" to delete key #{1}.',
      fresh,
      old,
    ),
    expected: String(old),
    otherwise: t('The text doesn\'t match "{0}".', old),
  };
}

/** Actions while the user replaces the DSN. */
export type RotationChoice = 'copy' | 'set-up' | 'find' | 'placed';

export function placeItems(
  old: number,
  fresh: number,
): readonly {
  readonly label: string;
  readonly detail: string;
  readonly icon: string;
  readonly value: RotationChoice;
}[] {
  return [
    {
      label: t('Copy DSN of Key #{0}', fresh),
      detail: t('Copies the DSN to the clipboard without showing it'),
      icon: 'copy',
      value: 'copy',
    },
    {
      label: t('Insert SDK Setup...'),
      detail: t('Inserts code that reads the DSN from the environment'),
      icon: 'code',
      value: 'set-up',
    },
    {
      label: t('Find Uses of the Old Key'),
      detail: t('Searches the files in this workspace for key #{0}', old),
      icon: 'search',
      value: 'find',
    },
    {
      label: t("I've Replaced the DSN"),
      detail: t('Checks that the new key exists and is active, then lets you delete the old key'),
      icon: 'check',
      value: 'placed',
    },
  ];
}

/** Returns which keys remain after a rotation was stopped. */
export function abandonedMessage({ old, fresh, before }: Rotation): string {
  if (fresh !== undefined)
    return t('Rotation of key #{0} stopped. Keys #{0} and #{1} are both kept.', old, fresh);
  return before === undefined
    ? t('Rotation of key #{0} stopped. The key is unchanged.', old)
    : t('Rotation of key #{0} stopped. The key is kept; the server may also have created a new key.', old);
}

/** Returns the result of a search in the workspace. */
export function searchMessage(found: {
  readonly places: number;
  readonly inFiles: number;
  readonly files: number;
  readonly cut: boolean;
  readonly ignored: number;
  readonly unread: readonly string[];
}): string {
  const { places, inFiles, files, cut, ignored, unread } = found;
  return sentences(
    places === 0
      ? t('No hard-coded client keys found in this workspace.')
      : places === 1
        ? t('Hard-coded client key found in 1 place in this workspace.')
        : t(
            'Hard-coded client keys found in {0, plural, one {# place} other {# places}} in {1, plural, one {# file} other {# files}}.',
            places,
            inFiles,
          ),
    ignored === 0
      ? undefined
      : t(
          "{0, plural, one {# file with a client key isn't reported because Git ignores it.} other {# files with client keys aren't reported because Git ignores them.}}",
          ignored,
        ),
    cut
      ? t(
          '{0, plural, one {Only the first file was searched.} other {Only the first # files were searched.}}',
          files,
        )
      : undefined,
    unread.length === 0
      ? undefined
      : t(
          "For {0}, only complete DSNs can be found because you don't have access to the client keys.",
          unread.join(', '),
        ),
  );
}

/** Message of a problem for a hard-coded key; `key` is undefined if no project's list contains it. */
export function hardCodedMessage(key: { readonly key: number; readonly path: string } | undefined): string {
  return key === undefined
    ? t('Hard-coded client key. Read the DSN from the environment (SENTRY_DSN) and rotate the key.')
    : t(
        'Hard-coded client key #{0} of {1}. Read the DSN from the environment (SENTRY_DSN) and rotate the key.',
        key.key,
        key.path,
      );
}
