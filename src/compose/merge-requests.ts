import type { Uri } from 'vscode';
import { MergeRequestChoice } from '../app/merge-requests/choice';
import type { TimeTimer } from '../app/merge-requests/timer';
import type { UnconfirmedPipelines } from '../app/pipelines/unconfirmed-pipelines';
import type { MergeRequestKey } from '../app/shared/keys';
import { ignoreFailure } from '../base/background';
import { explainMergeRequests } from '../presentation/merge-requests/errors';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import { pageCommands } from '../ui/branch/commands/web-page-commands';
import { diffCommands } from '../ui/changes/commands/diff-commands';
import { DiffDocuments } from '../ui/changes/documents/diff-documents';
import { activeMergeRequest } from '../ui/changes/editor/active-review';
import { findNote, noteOnPage } from '../ui/discussions/commands/find-note';
import type { CreatePanel } from '../ui/merge-request-page/create/create-panel';
import { type ChoosingDeps, pickMergeRequest } from '../ui/merge-requests/commands/choice';
import { CurrentMergeRequest } from '../ui/merge-requests/commands/current';
import type { MergeRequestTexts } from '../ui/merge-requests/documents/lazy-texts';
import type { TimerItem } from '../ui/merge-requests/editor/timer-item';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { PanelType } from '../ui/shared/panels/lazy-panels';
import type { Restorable } from '../ui/shared/panels/panel-restore';
import type { Panels } from '../ui/shared/panels/panels';
import type { AccountsModule } from './accounts';
import type { BranchModule } from './branch';
import { composeMergeRequestCommands, composeReviewNext } from './commands/merge-request-commands';
import { composeConflicts, type ConflictsModule } from './conflicts';
import { composeCreate } from './create-merge-request';
import { composeDiscussionActions } from './discussion-actions';
import { composeGit } from './git';
import type { GitCredentialsModule } from './git-credentials';
import { composeImageComments } from './image-comments';
import { composeMergeRequestPage } from './merge-request-page';
import type { MergeRequestViewModule } from './merge-request-view';
import type { OutputModule } from './output';
import type { PipelineViewModule } from './pipeline-view';
import type { PipelinesModule } from './pipelines';
import type { ProjectsModule } from './projects';
import { composeQueries } from './queries';
import type { WindowModule } from './registered';
import { composeReview, type ReviewModule } from './review';
import { composeSideContent } from './side-content';

/** Git, pages, forms, and commands of merge requests. Loaded when first needed. */
export interface MergeRequestsModule {
  readonly rows: readonly CommandRow[];
  readonly review: ReviewModule;
  readonly descriptions: MergeRequestTexts['descriptions'];
  readonly diffs: DiffDocuments;
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
  readonly resolvingItem: ConflictsModule['resolvingItem'];
  readonly panels: Readonly<Record<PanelType, Restorable>>;
  readonly newForms: ReadonlyMap<string, CreatePanel>;
}

type MergeRequestsParts = WindowModule &
  OutputModule &
  AccountsModule &
  GitCredentialsModule &
  ProjectsModule &
  PipelinesModule &
  BranchModule &
  PipelineViewModule;

export function composeMergeRequests(
  core: MergeRequestsParts,
  view: MergeRequestViewModule,
  unconfirmed: UnconfirmedPipelines,
  reread: (uri: Uri) => void,
): MergeRequestsModule {
  const { clientFor, mergeRequests, prompts } = core;
  registerErrorMessages(explainMergeRequests);
  const git = composeGit(core);
  const sides = composeSideContent(core, view, git);
  const comments = composeDiscussionActions(core, view);
  const page = composeMergeRequestPage(core, view, sides, comments);
  const images = composeImageComments(core, view, sides, comments);
  const queries = composeQueries(core, view);
  const create = composeCreate(core, git, view, comments);
  const { choosing, current } = composeCurrentMergeRequest(core, page);
  const mergeRequestOf = current.ofArgument;
  const review = composeReview(core, view, { ...git, ...sides, ...comments }, mergeRequestOf);
  const actions = composeMergeRequestCommands(core, view, {
    unconfirmed,
    choosing,
    current,
    git: { ...git, prompts: { ...git.prompts, showCommit: review.showCommit } },
  });
  const conflicts = composeConflicts(core, view, { choosing, current, git });
  return {
    rows: [
      ...conflicts.rows,
      ...queries.rows,
      ...create.rows,
      ...review.rows,
      images.row,
      ...actions.rows,
      composeReviewNext(core, view, current),
      ...diffCommands({ clientFor, mergeRequests, prompts, now: choosing.now, mergeRequestOf, reread }),
      ...pageCommands({
        mergeRequestOf,
        noteOnPage: async (key, note) => {
          const thread = await findNote({ discussions: view.review.discussions, prompts }, key, note);
          return thread && noteOnPage(thread, note);
        },
        open: (key, part) => {
          const panel = page.open(key);
          if (part === undefined) return;
          ignoreFailure(view.review.activityView.showComments());
          panel.post({ kind: 'reveal', id: part, focus: true });
        },
      }),
    ],
    review,
    descriptions: actions.descriptions,
    diffs: core.store.add(new DiffDocuments(clientFor)),
    timer: actions.timer,
    timerItem: actions.timerItem,
    resolvingItem: conflicts.resolvingItem,
    panels: {
      'switchyard.query': queries.panel,
      'switchyard.mergeRequest': page,
      'switchyard.createMergeRequest': create.panel,
      'switchyard.imageComments': images.panel,
    },
    newForms: create.open,
  };
}

/** How commands determine their merge request. */
export interface CurrentMergeRequestModule {
  readonly choosing: Pick<ChoosingDeps, 'choice' | 'now' | 'prompts'>;
  readonly current: CurrentMergeRequest;
}

type CurrentMergeRequestParts = OutputModule & AccountsModule & ProjectsModule & BranchModule;

export function composeCurrentMergeRequest(
  { branch, clientFor, clock, projects, prompts }: CurrentMergeRequestParts,
  page: Panels<MergeRequestKey>,
): CurrentMergeRequestModule {
  const choosing = { choice: new MergeRequestChoice(clientFor, projects), prompts, now: () => clock.now() };
  const current = new CurrentMergeRequest({
    ofEditor: () => page.active ?? activeMergeRequest(),
    ofBranch: () => branch.details?.mergeRequests[0],
    choose: (title, placeholder) => pickMergeRequest(choosing, { title, placeholder, state: undefined }),
  });
  return { choosing, current };
}
