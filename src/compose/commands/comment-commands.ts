import { knownUsername } from '../../app/accounts/known-username';
import { ServerSuggestions } from '../../app/discussions/apply-suggestions/server-suggestions';
import { SuggestionOffers } from '../../app/discussions/apply-suggestions/suggestion-offers';
import { ReadOnlyProjects } from '../../app/discussions/read-only-projects';
import type { Suggestions } from '../../app/discussions/suggestions';
import type { Disposable } from '../../base/disposable';
import { mergeRequestPlaces } from '../../presentation/merge-requests/places';
import { webPage } from '../../presentation/shared/links';
import { WorkingItem } from '../../ui/changes/editor/working-item';
import type { WorkingSides } from '../../ui/changes/editor/working-sides';
import { WorkingTexts } from '../../ui/changes/editor/working-texts';
import { commentCommands } from '../../ui/discussions/commands/comment-commands';
import type { CommentCommandDeps } from '../../ui/discussions/commands/comment-deps';
import { previewCommand } from '../../ui/discussions/commands/preview-command';
import { CommentBoxTexts } from '../../ui/discussions/documents/comment-box-texts';
import { registerCommentCompletions } from '../../ui/discussions/documents/comment-completions';
import { CommentThreads } from '../../ui/discussions/documents/comment-threads';
import { PendingComments } from '../../ui/discussions/editor/pending-comments';
import { SuggestionBatchItem } from '../../ui/discussions/editor/suggestion-batch-item';
import { previewKind } from '../../ui/discussions/panels/preview-panel';
import type { CommandRow } from '../../ui/shared/commands/command-row';
import { editorContextKeys } from '../../ui/shared/editor/context-keys';
import { PanelImages } from '../../ui/shared/panels/panel-images';
import { Panels } from '../../ui/shared/panels/panels';
import type { AccountsModule } from '../accounts';
import type { BranchModule } from '../branch';
import type { MergeRequestViewModule } from '../merge-request-view';
import type { OutputModule } from '../output';
import type { ProjectsModule } from '../projects';
import type { WindowModule } from '../registered';

/** Comments in diffs, and their commands. */
export interface CommentCommandsModule {
  readonly rows: readonly CommandRow[];
  readonly boxes: CommentThreads;
}

type Given = 'discussionActions' | 'frames' | 'mergeRequestOf' | 'offer' | 'projectOf' | 'reading';

interface CommentCommandsDeps extends Pick<CommentCommandDeps, Given> {
  readonly suggestions: Suggestions;
  readonly workingSides: WorkingSides;
}

type CommentCommandsParts = WindowModule & OutputModule & AccountsModule & ProjectsModule & BranchModule;

export function composeCommentCommands(
  core: CommentCommandsParts,
  { review }: MergeRequestViewModule,
  deps: CommentCommandsDeps,
): CommentCommandsModule {
  const { accounts, clientFor, clock, mergeRequests, projects, prompts, report, store } = core;
  const { batches, changes, discussions, outbox, reactions, reviewForms, textParts, unfinished } = review;
  const { frames, suggestions, discussionActions, workingSides } = deps;
  const workingTexts = store.add(new WorkingTexts(clock));
  store.add(new WorkingItem({ sides: workingSides, texts: workingTexts }));
  const userOf = (base: string) => accounts.user(base);
  const readOnly = new ReadOnlyProjects({ mergeRequests, projects, accounts: core.readOnlyAccounts });
  const suggestionOffers = new SuggestionOffers({ mergeRequests, projects, readOnly, batches });
  const boxes = store.add(
    new CommentThreads({
      discussions,
      outbox,
      reactions,
      userOf,
      frames,
      readOnly,
      suggestions,
      suggestionOffers,
      readerOf: userOf,
      textParts,
      placesOf: (key) => mergeRequestPlaces(key.base, mergeRequests.peek(key)?.web_url, textParts.peek(key)),
      mergeRequests,
      pending: store.add(new PendingComments(editorContextKeys)),
      workingSides,
      workingTexts,
      clock,
      prompts,
      report,
    }),
  );
  store.add(batches.onDidChange((key) => boxes.redraw(key)));
  store.add(
    core.readOnlyAccounts.onDidChange(() => {
      boxes.redrawAll();
    }),
  );
  store.add(new SuggestionBatchItem(batches, editorContextKeys));
  const written = { clientFor, mergeRequests, discussions, discussionActions, batches, clock };
  const rows = commentCommands({
    ...deps,
    serverSuggestions: new ServerSuggestions(written),
    suggestionOffers,
    batches,
    mergeRequests,
    readOnly,
    reviewForms,
    userOf,
    discussions,
    outbox,
    changes,
    boxes,
    boxTexts: store.add(new CommentBoxTexts({ unfinished, threads: boxes, prompts })),
    unfinished,
    prompts,
    report,
    now: () => clock.now(),
  });
  return { rows, boxes };
}

type CommentCompletionsParts = OutputModule & AccountsModule & ProjectsModule & BranchModule;

export const composeCommentCompletions = ({
  accounts,
  clientFor,
  clock,
  mergeRequests,
  projects,
  prompts,
}: CommentCompletionsParts): Disposable =>
  registerCommentCompletions({
    clientFor,
    clock,
    mergeRequests,
    projects,
    prompts,
    me: (base) => knownUsername(accounts, base),
  });

type PreviewParts = WindowModule & OutputModule & AccountsModule & BranchModule;

/** The command that previews what the user writes in an editor. */
export function composePreview(
  core: PreviewParts,
  { review: { textParts } }: MergeRequestViewModule,
): CommandRow {
  const { clientFor, mergeRequests, prompts, store, wire } = core;
  const previews = store.add(
    new Panels(
      core.extensionUri,
      previewKind({
        textParts,
        pageOf: (key) => webPage(mergeRequests.peek(key)?.web_url),
        images: ({ base }) => new PanelImages(wire, base, () => clientFor(base)),
      }),
    ),
  );
  return previewCommand({
    open: (key, { preserveFocus }) => {
      previews.open(key, { beside: true, preserveFocus });
    },
    prompts,
  });
}
