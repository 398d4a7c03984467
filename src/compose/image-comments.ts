import { knownUsername } from '../app/accounts/known-username';
import { CommentedImages } from '../app/discussions/commented-images';
import { ReadOnlyProjects } from '../app/discussions/read-only-projects';
import { background } from '../base/background';
import { componentLog } from '../base/log';
import { COMMAND } from '../presentation/shared/command-ids';
import { webPage } from '../presentation/shared/links';
import type { ImageKey } from '../schemas/image-key';
import { fileToCommentOn } from '../ui/discussions/commands/comment-on-file-command';
import { commentOnImageCommand } from '../ui/discussions/commands/comment-on-image-command';
import { suggestionFactsOf } from '../ui/discussions/editor/suggestion-facts';
import { imageKind } from '../ui/merge-request-page/image/image-panel';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { execute, executeWith } from '../ui/shared/editor/execute';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { Panels } from '../ui/shared/panels/panels';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import type { DiscussionActionsModule } from './discussion-actions';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';
import type { SideContentModule } from './side-content';

/** The page with the comments on an image, and the command that opens it. */
export interface ImageCommentsModule {
  readonly panel: Panels<ImageKey>;
  readonly row: CommandRow;
}

type ImageCommentsParts = WindowModule & OutputModule & AccountsModule & ProjectsModule & BranchModule;

export function composeImageComments(
  core: ImageCommentsParts,
  { review }: MergeRequestViewModule,
  { content, frames }: SideContentModule,
  { attachments, pageComments: comments }: DiscussionActionsModule,
): ImageCommentsModule {
  const { accounts, clientFor, clock, log, mergeRequests, projects, prompts, store, wire } = core;
  const { changes, discussions, outbox, textParts, unfinished } = review;
  const readOnly = new ReadOnlyProjects({ mergeRequests, projects, accounts: core.readOnlyAccounts });
  const me = (base: string) => knownUsername(accounts, base);
  const panel = store.add(
    new Panels<ImageKey>(
      core.extensionUri,
      imageKind({
        images: new CommentedImages({ frames, content }),
        changes,
        discussionDeps: { discussions, outbox },
        run: executeWith,
        writing: { comments, attachments, unfinished, clientFor },
        textParts,
        factsOf: (key) => suggestionFactsOf({ mergeRequests, projects, me }, key),
        pageOf: (key) => webPage(mergeRequests.peek(key)?.web_url),
        avatars: ({ base }) => new PanelImages(wire, base, () => clientFor(base)),
        follow:
          ({ base, project, iid }) =>
          (address) => {
            background(execute(COMMAND.openLink, { address, mergeRequest: { base, project, iid } }));
          },
        readOnlyReason: (key) => readOnly.reasonFor(key),
        reply: ({ base, project, iid }, note) => {
          const target = { kind: 'merge-request', mergeRequest: { base, project, iid } } as const;
          background(execute(COMMAND.openMergeRequest, { target, note, write: true }));
        },
        commentOnFile,
        clock,
        log: componentLog(log, 'image-comments'),
      }),
    ),
  );
  const row = commentOnImageCommand({
    fileOf: (argument) => {
      const file = fileToCommentOn(argument);
      return file && { ...file.key, path: file.path };
    },
    open: (key) => {
      panel.open(key);
    },
    commentOnFile,
    prompts,
  });
  return { panel, row };
}

function commentOnFile({ base, project, iid, path }: ImageKey): void {
  const target = { kind: 'change', mergeRequest: { base, project, iid }, path } as const;
  background(execute(COMMAND.commentOnFile, { target }));
}
