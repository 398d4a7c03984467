import { knownUsername } from '../app/accounts/known-username';
import { ServerSuggestions } from '../app/discussions/apply-suggestions/server-suggestions';
import { SuggestionOffers } from '../app/discussions/apply-suggestions/suggestion-offers';
import { ReadOnlyProjects } from '../app/discussions/read-only-projects';
import { SuggestedChanges } from '../app/discussions/suggested-changes';
import { Suggestions } from '../app/discussions/suggestions';
import { suggestionsIn } from '../presentation/discussions/comment-suggestions';
import { mergeRequestPlaces } from '../presentation/merge-requests/places';
import { webPage } from '../presentation/shared/links';
import type { Services } from '../services';
import { WorkingItem } from '../ui/changes/editor/working-item';
import { WorkingTexts } from '../ui/changes/editor/working-texts';
import { attachCommand } from '../ui/discussions/commands/attach-command';
import { commentCommands } from '../ui/discussions/commands/comment-commands';
import { previewCommand } from '../ui/discussions/commands/preview-command';
import { readCommand } from '../ui/discussions/commands/read-command';
import { registerCommentAttachments } from '../ui/discussions/documents/comment-attachments';
import { CommentBoxTexts } from '../ui/discussions/documents/comment-box-texts';
import { registerCommentCompletions } from '../ui/discussions/documents/comment-completions';
import { CommentThreads } from '../ui/discussions/documents/comment-threads';
import { ReadingDocuments } from '../ui/discussions/documents/reading-documents';
import { PendingComments } from '../ui/discussions/editor/pending-comments';
import { SuggestionBatchItem } from '../ui/discussions/editor/suggestion-batch-item';
import { previewKind } from '../ui/discussions/panels/preview-panel';
import type { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { LazyTexts } from '../ui/shared/documents/lazy-documents';
import { PanelImages } from '../ui/shared/panels/panel-images';
import { Panels } from '../ui/shared/panels/panels';
import type { MergeRequestServices } from './merge-request-services';
import type { MergeRequestTools } from './merge-request-tools';

/** Comments in diffs, merge requests as text, and their commands. */
export interface DiscussionsFeature {
  readonly rows: readonly CommandRow[];
  readonly boxes: CommentThreads;
  readonly reading: LazyTexts;
}

export function createDiscussions(
  services: Services,
  view: MergeRequestServices,
  tools: MergeRequestTools,
  { ofArgument: mergeRequestOf }: CurrentMergeRequest,
): DiscussionsFeature {
  const { accounts, store } = services;
  const { attachments, content, discussionActions, frames, workingFiles: files } = tools;
  const { review } = view;
  const me = (base: string) => knownUsername(accounts, base);
  store.add(registerCommentCompletions({ ...services, me }));
  store.add(registerCommentAttachments(tools));
  const reading = store.add(new ReadingDocuments({ ...services, ...review }));
  const suggestions = new Suggestions({
    changes: new SuggestedChanges({ frames, changes: review.changes, content }),
    files,
    read: suggestionsIn,
  });
  const boxes = createBoxes(services, view, tools, suggestions);
  return {
    rows: [
      ...commentCommands({
        ...services,
        ...review,
        ...tools,
        ...boxes,
        suggestions,
        reading,
        serverSuggestions: new ServerSuggestions({ ...services, ...review, discussionActions }),
        boxTexts: store.add(new CommentBoxTexts({ ...services, ...review, threads: boxes.boxes })),
        projectOf: (key, signal) => tools.clones.details(key, signal),
        mergeRequestOf,
      }),
      attachCommand({ ...services, attachments }),
      createPreviewCommand(services, view),
      readCommand({ open: (key) => reading.open(key), mergeRequestOf }),
    ],
    boxes: boxes.boxes,
    reading,
  };
}

/** Creates the comment boxes in diffs. */
function createBoxes(
  services: Services,
  { review }: MergeRequestServices,
  { frames, workingSides }: MergeRequestTools,
  suggestions: Suggestions,
) {
  const { clock, contextKeys, mergeRequests, projects, readOnlyAccounts, store, userOf } = services;
  const { batches, textParts } = review;
  const workingTexts = store.add(new WorkingTexts(clock));
  store.add(new WorkingItem({ sides: workingSides, texts: workingTexts }));
  const readOnly = new ReadOnlyProjects({ mergeRequests, projects, accounts: readOnlyAccounts });
  const suggestionOffers = new SuggestionOffers({ mergeRequests, projects, readOnly, batches });
  const boxes = store.add(
    new CommentThreads({
      ...services,
      ...review,
      frames,
      readOnly,
      suggestions,
      suggestionOffers,
      readerOf: userOf,
      placesOf: (key) => mergeRequestPlaces(key.base, mergeRequests.peek(key)?.web_url, textParts.peek(key)),
      pending: store.add(new PendingComments(contextKeys)),
      workingSides,
      workingTexts,
    }),
  );
  store.add(batches.onDidChange((key) => boxes.redraw(key)));
  store.add(
    readOnlyAccounts.onDidChange(() => {
      boxes.redrawAll();
    }),
  );
  store.add(new SuggestionBatchItem(batches, contextKeys));
  return { boxes, readOnly, suggestionOffers };
}

/** Creates the command that previews what the user writes in an editor. */
function createPreviewCommand(
  { clientFor, extensionUri, mergeRequests, prompts, store, wire }: Services,
  { review: { textParts } }: MergeRequestServices,
): CommandRow {
  const previews = store.add(
    new Panels(
      extensionUri,
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
