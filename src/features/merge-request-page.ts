import { knownUsername } from '../app/accounts/known-username';
import { CommentedImages } from '../app/discussions/commented-images';
import { ReadOnlyProjects } from '../app/discussions/read-only-projects';
import { TaskToggles } from '../app/discussions/tasks/task-toggles';
import type { MergeRequestKey } from '../app/shared/keys';
import { background, ignoreFailure } from '../base/background';
import { componentLog } from '../base/log';
import { COMMAND } from '../presentation/shared/command-ids';
import { webPage } from '../presentation/shared/links';
import type { ImageKey } from '../schemas/image-key';
import type { Services } from '../services';
import { fileToCommentOn } from '../ui/discussions/commands/comment-on-file-command';
import { commentOnImageCommand } from '../ui/discussions/commands/comment-on-image-command';
import { suggestionFactsOf } from '../ui/discussions/editor/suggestion-facts';
import { imageKind } from '../ui/merge-request-page/image/image-panel';
import { mergeRequestPageKind } from '../ui/merge-request-page/page/panel';
import { toggleTask } from '../ui/merge-request-page/page/tasks';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { execute, executeWith } from '../ui/shared/editor/execute';
import { isOn, pollInterval } from '../ui/shared/editor/settings';
import { windowFocus } from '../ui/shared/editor/window-focus';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { Panels } from '../ui/shared/panels/panels';
import type { MergeRequestServices } from './merge-request-services';
import type { MergeRequestTools } from './merge-request-tools';

/** Creates the page of a merge request. */
export function createMergeRequestPage(
  services: Services,
  view: MergeRequestServices,
  tools: MergeRequestTools,
): Panels<MergeRequestKey> {
  const { accounts, clientFor, mergeRequests, projects, store, wire } = services;
  const { actions, review, seen } = view;
  const { changes, discussions, events, outbox, reactions, shown, viewed } = review;
  const tasks = store.add(new TaskToggles({ actions, clientFor, discussions, mergeRequests }));
  return store.add(
    new Panels<MergeRequestKey>(
      services.extensionUri,
      mergeRequestPageKind({
        store: mergeRequests,
        actions,
        clock: services.clock,
        focus: windowFocus,
        interval: pollInterval,
        run: executeWith,
        conflictFiles: view.conflictFiles,
        sourceBranches: view.sourceBranches,
        checkedOut: services.checkedOut,
        textParts: review.textParts,
        tasks,
        toggleTask: toggleTask({ ...services, toggles: tasks }),
        discussionDeps: { discussions, reactions, threadCode: tools.threadCode, outbox },
        activityDeps: { events, view: review.activityView },
        changesDeps: { changes, shown, viewed },
        writing: {
          comments: tools.pageComments,
          reviews: tools.pageReview,
          reviewForms: review.reviewForms,
          attachments: tools.attachments,
          unfinished: review.unfinished,
          clientFor,
        },
        log: componentLog(services.log, 'merge-request-page'),
        seen: (key, { updated_at: at }) => {
          ignoreFailure(seen.saw(key, at));
        },
        lastSeen: (key) => seen.lastSeen(key),
        images: ({ base }) => new PanelImages(wire, base, () => clientFor(base)),
        follow: (mergeRequest) => (address) => {
          background(execute(COMMAND.openLink, { address, mergeRequest }));
        },
        userOf: services.userOf,
        me: (base) => accounts.list().find((account) => account.base === base)?.username,
        access: (project) => projects.accessOf(project),
        mayDelete: () => isOn('mergeRequestsAllowDelete'),
      }),
    ),
  );
}

/** The page with the comments on an image, and the command that opens it. */
export interface ImagePage {
  readonly panel: Panels<ImageKey>;
  readonly row: CommandRow;
}

export function createImagePage(
  services: Services,
  { review }: MergeRequestServices,
  tools: MergeRequestTools,
): ImagePage {
  const { accounts, clientFor, clock, log, mergeRequests, projects, prompts, store, wire } = services;
  const { changes, discussions, outbox, textParts, unfinished } = review;
  const { attachments, content, frames, pageComments: comments } = tools;
  const readOnly = new ReadOnlyProjects({ mergeRequests, projects, accounts: services.readOnlyAccounts });
  const me = (base: string) => knownUsername(accounts, base);
  const panel = store.add(
    new Panels<ImageKey>(
      services.extensionUri,
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
