import type { MessageKind } from '../../../app/merge-requests/messages/merge-messages';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { messageLabel } from '../../../presentation/merge-requests/merge-options';
import type { Prompts } from '../../shared/editor/prompts';
import { mergeRequestName } from './choice';

export interface MergeMessageDeps {
  readonly prompts: Pick<Prompts, 'pick'>;
  /** Saved commit messages. */
  readonly messages: {
    get(key: MergeRequestKey, kind: MessageKind): string;
    /** Opens an editor; resolves when it is closed, with the unsaved text if there is any. */
    edit(key: MergeRequestKey, kind: MessageKind): Promise<string | undefined>;
    keep(key: MergeRequestKey, kind: MessageKind, text: string): Promise<void>;
  };
}

type Unsaved = 'use' | 'edit' | 'drop';

/**
 * Opens an editor for the message of a merge. False if the user cancels the merge; the typed text is kept.
 */
export async function writeMessage(
  { messages, prompts }: MergeMessageDeps,
  key: MergeRequestKey,
  kind: MessageKind,
): Promise<boolean> {
  for (;;) {
    const unsaved = await messages.edit(key, kind);
    if (unsaved === undefined) return true;
    const saved = messages.get(key, kind);
    const what = await prompts.pick<Unsaved>({
      title:
        kind === 'merge'
          ? t('Edit Merge Commit Message for {0}', mergeRequestName(key))
          : t('Edit Squash Commit Message for {0}', mergeRequestName(key)),
      placeholder: t('Select how to continue; the message has unsaved changes'),
      stays: true,
      items: [
        { label: t('Use Unsaved Message'), description: messageLabel(unsaved), icon: 'check', value: 'use' },
        { label: t('Edit Again'), icon: 'edit', value: 'edit' },
        saved === ''
          ? { label: t('Use Default Message'), icon: 'discard', value: 'drop' }
          : {
              label: t('Use Saved Message'),
              description: messageLabel(saved),
              icon: 'discard',
              value: 'drop',
            },
      ],
    });
    if (what === 'drop') return true;
    await messages.keep(key, kind, unsaved);
    if (what !== 'edit') return what === 'use';
  }
}
