import { unfinishedFilePlace } from '../../../app/discussions/unfinished-comments';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { ignoreFailure } from '../../../base/background';
import { t } from '../../../base/localize';
import { positionOfFile } from '../../../domain/changes/positions';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { activeReview, sideOfArgument } from '../../changes/editor/active-review';
import type { CommandRow } from '../../shared/commands/command-row';
import {
  type CommentArgument,
  commentCommand,
  type CommentCommandDeps,
  couldNotSend,
  refuseReadOnly,
  showPostResult,
} from './comment-deps';

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
  const { discussions, discussionActions, frames, offer, prompts, unfinished } = deps;
  refuseReadOnly(deps, key);
  const frame = await frames.ofFile(key, path);
  if (frame === undefined) {
    prompts.showMessage('info', t('{0} has no changes in the latest version.', path), []);
    return;
  }
  const place = unfinishedFilePlace(key, path);
  const drafts = discussions.peek(key)?.drafts;
  let [body, draft] = [unfinished.get(place)?.text ?? '', false];
  const accepted = await prompts.input({
    title: t('Comment on File'),
    step: [1, 1],
    prompt: t('Comment on {0}', path),
    placeholder: t('Markdown is supported'),
    value: body,
    ...(drafts === undefined
      ? {}
      : {
          alternative: {
            label: drafts.length === 0 ? t('Start a Review') : t('Add to Review'),
            icon: 'comment-draft',
          },
        }),
    onDidChange: (value) => {
      ignoreFailure(unfinished.put(place, value));
    },
    accept: (value, _signal, by) => {
      body = value.trim();
      draft = by === 'alternative';
      return Promise.resolve(body === '' ? t("The comment can't be empty.") : undefined);
    },
  });
  if (accepted !== true) return;
  // The text is stored in the outbox before it is sent.
  const kind = draft ? 'pending' : 'thread';
  const posting = discussionActions.post(key, { kind, body, position: positionOfFile(frame) });
  await unfinished.remove(place);
  const outcome = await posting;
  showPostResult(deps, couldNotSend(), outcome);
  if (!draft && outcome.kind === 'sent') await offer.commented(key);
}
