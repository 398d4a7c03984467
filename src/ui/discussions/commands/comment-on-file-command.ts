import { unfinishedFilePlace } from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { positionOfFile } from '../../../domain/changes/positions';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { activeReview, sideOfArgument } from '../../changes/editor/active-review';
import type { CommandRow } from '../../shared/commands/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  refuseReadOnly,
} from './comment-deps';
import { askAndSend, couldNotSend } from './send-comment';

/** The command that comments on a changed file as a whole, also on images and other files without lines. */
export const commentOnFileCommand = (deps: CommentCommandDeps): CommandRow =>
  commentCommand(deps, {
    id: COMMAND.commentOnFile,
    failure: couldNotSend,
    run: async (argument) => {
      const file = fileToCommentOn(argument);
      if (file === undefined)
        deps.prompts.showMessage(
          'info',
          t('Open the diff of a file first, or select a file in Changes.'),
          [],
        );
      else await commentOn(deps, file);
    },
  });

interface FileOfRequest {
  readonly key: MergeRequestKey;
  readonly path: string;
}

/** Returns the file of the row, of the editor whose menu was used, or of the active editor. */
export function fileToCommentOn(argument: CommentArgument): FileOfRequest | undefined {
  const target = argument?.target;
  if (target?.kind === 'change') return { key: target.mergeRequest, path: target.path };
  const address = argument === undefined ? activeReview()?.address : sideOfArgument(argument);
  if (address === undefined) return undefined;
  const { base, project, iid, path } = address;
  return { key: { base, project, iid }, path };
}

/** Asks for the comment. Text that wasn't sent is the default value the next time. */
async function commentOn(deps: CommentCommandDeps, { key, path }: FileOfRequest): Promise<void> {
  const { discussions, frames, offer, prompts } = deps;
  refuseReadOnly(deps, key);
  const frame = await frames.ofFile(key, path);
  if (frame === undefined) {
    prompts.showMessage('info', t('{0} has no changes in the latest version.', path), []);
    return;
  }
  const drafts = discussions.peek(key)?.drafts;
  const sent = { isPending: false };
  const outcome = await askAndSend(deps, {
    key,
    title: t('Comment on File'),
    prompt: t('Comment on {0}', path),
    place: unfinishedFilePlace(key, 'file', path),
    alternative: drafts && {
      label: drafts.length === 0 ? t('Start a Review') : t('Add to Review'),
      icon: 'comment-draft',
    },
    comment: (body, by) => {
      sent.isPending = by === 'alternative';
      return { kind: sent.isPending ? 'pending' : 'thread', body, position: positionOfFile(frame) };
    },
  });
  if (!sent.isPending && outcome?.kind === 'sent') await offer.commented(key);
}
