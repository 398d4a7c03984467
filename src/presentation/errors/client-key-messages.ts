import { t } from '../../base/localize';
import type { ClientKey } from '../../domain/errors/client-keys';
import type { Rotation } from '../../domain/errors/rotation';
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

/** Asked before a key is deleted. `isLast`: no other key of the project works. */
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
  const expected = isLast ? t('last key {0}', id) : String(id);
  const lost = isLast
    ? t(
        'It is the last key of {0} that works: no error reaches the project any more until a new key is created and placed.',
        path,
      )
    : t(
        'Whatever still sends events with it ({0}) is refused from then on, and its errors are lost.',
        masked,
      );
  const inRotation = isInRotation ? t('A rotation of keys that is under way needs it.') : '';
  return {
    title: isLast
      ? t('Delete the Last Client Key of {0}', path)
      : t('Delete Client Key #{0} of {1}', id, path),
    prompt: t(
      '{0} Type "{1}" to delete it.',
      inRotation === '' ? lost : t('{0} {1}', lost, inRotation),
      expected,
    ),
    expected,
    otherwise: t('That is not "{0}": nothing was deleted.', expected),
  };
}

/** Asked at the last step of a rotation. */
export function deleteOldRisk({ old, fresh = 0 }: Rotation, path: string): TypedRisk {
  return {
    title: t('Rotation: Delete Client Key #{0} of {1}', old, path),
    prompt: t(
      'Key #{0} is in the list and active. Applications that still use key #{1} can no longer send events. Type "{1}" to delete it.',
      fresh,
      old,
    ),
    expected: String(old),
    otherwise: t('That is not "{0}": nothing was deleted, and both keys stay.', old),
  };
}

/** What can be done while the new key is placed. */
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
      detail: t('It goes to the clipboard and is not shown'),
      icon: 'copy',
      value: 'copy',
    },
    {
      label: t('Insert SDK Setup...'),
      detail: t('Code that takes the DSN from the environment'),
      icon: 'code',
      value: 'set-up',
    },
    {
      label: t('Find Copies of the Old Key'),
      detail: t('Looks through the files of this workspace for key #{0}', old),
      icon: 'search',
      value: 'find',
    },
    {
      label: t('It Is Placed'),
      detail: t('Goes on: the new key is looked for in the list, then the old one can be deleted'),
      icon: 'check',
      value: 'placed',
    },
  ];
}

/** What stays after a rotation was stopped. */
export function abandonedMessage({ old, fresh, before }: Rotation): string {
  if (fresh !== undefined)
    return t('The rotation of key #{0} is stopped. Both keys stay: #{0} and #{1}.', old, fresh);
  return before === undefined
    ? t('The rotation of key #{0} is stopped. The key stays as it is.', old)
    : t(
        'The rotation of key #{0} is stopped. The key stays; there may be a new one in the list as well.',
        old,
      );
}

/** What a search through the workspace came to. */
export function searchMessage(found: {
  readonly places: number;
  readonly inFiles: number;
  readonly files: number;
  readonly cut: boolean;
  readonly ignored: number;
  readonly unread: readonly string[];
}): string {
  const { places, inFiles, files, cut, ignored, unread } = found;
  return [
    places === 0
      ? t('No client key stands in the files of this workspace.')
      : places === 1
        ? t('A client key stands in 1 place of this workspace in plain text.')
        : inFiles === 1
          ? t('Client keys stand in {0} places of 1 file in plain text.', places)
          : t('Client keys stand in {0} places of {1} files in plain text.', places, inFiles),
    ...(ignored === 0
      ? []
      : [
          ignored === 1
            ? t('1 more file with a key is ignored by git, where keys may be.')
            : t('{0} more files with keys are ignored by git, where keys may be.', ignored),
        ]),
    ...(cut ? [t('Only the first {0} files were read.', files)] : []),
    ...(unread.length === 0
      ? []
      : [t('Of {0} only whole DSNs were found, because its keys are not shown to you.', unread.join(', '))]),
  ].join(' ');
}

/** The problem of a key that stands in a file; `key` is undefined where the list of no project holds it. */
export function hardCodedMessage(key: { readonly key: number; readonly path: string } | undefined): string {
  return key === undefined
    ? t('A client key stands here in plain text. Take it from the environment (SENTRY_DSN) and rotate it.')
    : t(
        'The client key #{0} of {1} stands here in plain text. Take it from the environment (SENTRY_DSN) and rotate it.',
        key.key,
        key.path,
      );
}
