import { ChangeFilters } from '../app/changes/change-filter';
import { Changes } from '../app/changes/changes';
import { ChangesLayoutStore } from '../app/changes/changes-layout';
import type { Blobs } from '../app/changes/compared-versions';
import { FilesSinceReview } from '../app/changes/files-since-review';
import { PushHistory } from '../app/changes/push-history';
import type { ReviewedVersions } from '../app/changes/reviewed-versions';
import { ShownChanges } from '../app/changes/shown-changes';
import { VIEWED_KEY, ViewedFiles } from '../app/changes/viewed-files';
import { ChangeEvents } from '../app/discussions/activity/change-events';
import { ActivityViewStore } from '../app/discussions/activity/view';
import { SuggestionBatches } from '../app/discussions/apply-suggestions/suggestion-batches';
import { CommentOutbox } from '../app/discussions/comment-outbox';
import { Discussions } from '../app/discussions/discussions';
import { OutdatedThreads } from '../app/discussions/outdated-threads';
import { Reactions } from '../app/discussions/reactions';
import { ReviewForms } from '../app/discussions/review-forms';
import { UnfinishedComments } from '../app/discussions/unfinished-comments';
import type { MergeRequests } from '../app/merge-requests/merge-requests';
import { TextParts } from '../app/projects/text-parts';
import type { DisposableStore } from '../base/disposable';
import { componentLog } from '../base/log';
import { GeneratedFiles } from '../ui/changes/editor/generated-files';
import { projectFolder } from '../ui/shared/editor/project-folder';
import type { AccountsModule } from './accounts';
import { clearOnAccountChange } from './clear-on-account-change';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';

/** Changes of merge requests, and the discussions on them. */
export interface ReviewStores {
  readonly changes: Changes;
  readonly pushes: PushHistory;
  readonly reviewed: ReviewedVersions;
  readonly sinceReview: FilesSinceReview;
  readonly viewed: ViewedFiles;
  readonly filters: ChangeFilters;
  readonly layout: ChangesLayoutStore;
  readonly generated: GeneratedFiles;
  readonly shown: ShownChanges;
  readonly discussions: Discussions;
  readonly events: ChangeEvents;
  readonly activityView: ActivityViewStore;
  readonly reactions: Reactions;
  readonly outbox: CommentOutbox;
  readonly unfinished: UnfinishedComments;
  readonly reviewForms: ReviewForms;
  readonly outdatedThreads: OutdatedThreads;
  readonly batches: SuggestionBatches;
  readonly textParts: TextParts;
}

export function composeReviewStores(
  store: DisposableStore,
  deps: AccountsModule &
    Pick<OutputModule, 'log'> &
    Pick<ProjectsModule, 'projects'> & {
      readonly mergeRequests: MergeRequests;
      readonly reviewed: ReviewedVersions;
    },
): ReviewStores {
  const { accounts, clientFor, clock, log, mergeRequests, projects, reviewed, workspaceMemory } = deps;
  const blobs: Blobs = async (paths) => (await import('./local-git')).localBlobs(paths);
  const changes = store.add(new Changes({ clientFor, mergeRequests, reviewed, blobs }));
  const pushes = store.add(new PushHistory({ clientFor, changes }));
  const discussions = store.add(new Discussions({ clientFor, mergeRequests }));
  const reactions = store.add(new Reactions({ clientFor, mergeRequests, clock }));
  const events = store.add(new ChangeEvents({ clientFor, mergeRequests }));
  const batches = store.add(new SuggestionBatches({ discussions }));
  const textParts = store.add(new TextParts(clientFor, componentLog(log, 'discussions')));
  const sinceReview = store.add(
    new FilesSinceReview({ changes, reviewed, log: componentLog(log, 'changes') }),
  );
  const cleared = [changes, sinceReview, pushes, discussions, events, reactions, batches, textParts];
  store.add(clearOnAccountChange(accounts, cleared));
  const unfinished = store.add(new UnfinishedComments(workspaceMemory));
  const viewed = store.add(new ViewedFiles(workspaceMemory, deps.syncedMemory([VIEWED_KEY]), clock));
  const filters = store.add(new ChangeFilters());
  const generated = store.add(new GeneratedFiles((project) => projectFolder(projects, project)));
  return {
    changes,
    pushes,
    reviewed,
    sinceReview,
    viewed,
    filters,
    layout: store.add(new ChangesLayoutStore(workspaceMemory)),
    generated,
    shown: store.add(new ShownChanges({ changes, viewed, filters, generated, clock })),
    discussions,
    events,
    activityView: store.add(new ActivityViewStore(workspaceMemory)),
    reactions,
    textParts,
    outbox: store.add(new CommentOutbox(workspaceMemory)),
    unfinished,
    reviewForms: store.add(new ReviewForms(unfinished)),
    batches,
    outdatedThreads: store.add(new OutdatedThreads({ changes, discussions, mergeRequests })),
  };
}
