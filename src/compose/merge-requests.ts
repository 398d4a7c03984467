import type { Uri } from 'vscode';
import { MergeRequestChoice } from '../app/merge-requests/choice';
import type { TimeTimer } from '../app/merge-requests/timer';
import type { UnconfirmedPipelines } from '../app/pipelines/unconfirmed-pipelines';
import { pageCommands } from '../commands/branch/web-page-commands';
import { pickMergeRequest } from '../commands/merge-requests/choice';
import { CurrentMergeRequest } from '../commands/merge-requests/current';
import { diffCommands } from '../commands/review/diff-commands';
import type { CommandRow } from '../commands/shared/command-row';
import type { MergeRequestTexts } from '../documents/merge-requests/lazy-texts';
import { DiffDocuments } from '../documents/review/diff-documents';
import type { TimerItem } from '../editor/merge-requests/timer-item';
import type { CreatePanel } from '../panels/create-panel';
import type { PanelType } from '../panels/lazy-panels';
import type { Restorable } from '../panels/panel-restore';
import { explainMergeRequests } from '../presentation/merge-requests/errors';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import { composeMergeRequestCommands } from './commands/merge-request-commands';
import type { Core } from './core';
import { composeCreate } from './create-merge-request';
import { composeGit } from './git';
import { composeMergeRequestPage } from './merge-request-page';
import type { MergeRequestViewModule } from './merge-request-view';
import { composeQueries } from './queries';
import { composeReview, type ReviewModule } from './review';

/** What merge requests need beyond their view: git, pages, forms and commands. Loaded when it is first needed. */
export interface MergeRequestsModule {
  readonly rows: readonly CommandRow[];
  readonly review: ReviewModule;
  readonly descriptions: MergeRequestTexts['descriptions'];
  readonly diffs: DiffDocuments;
  readonly timer: TimeTimer;
  readonly timerItem: TimerItem;
  readonly panels: Readonly<Record<PanelType, Restorable>>;
  readonly newForms: ReadonlyMap<string, CreatePanel>;
}

export function composeMergeRequests(
  core: Core,
  view: MergeRequestViewModule,
  unconfirmed: UnconfirmedPipelines,
  reread: (uri: Uri) => void,
): MergeRequestsModule {
  const { branch, choices, clientFor, clock, mergeRequests, prompts } = core;
  registerErrorMessages(explainMergeRequests);
  const git = composeGit(core);
  const page = composeMergeRequestPage(core, view);
  const queries = composeQueries(core, view);
  const create = composeCreate(core, git);
  const now = () => clock.now();
  const choosing = { choice: new MergeRequestChoice(clientFor, core.projects), choices, now };
  const current = new CurrentMergeRequest({
    ofPage: () => page.active,
    ofBranch: () => branch.details?.mergeRequests[0],
    choose: (title, placeholder) => pickMergeRequest(choosing, { title, placeholder, state: undefined }),
  });
  const mergeRequestOf = current.ofArgument;
  const review = composeReview(core, view, git, mergeRequestOf);
  const actions = composeMergeRequestCommands(core, view, {
    unconfirmed,
    choosing,
    current,
    git: { ...git, prompts: { ...git.prompts, showCommit: review.showCommit } },
  });
  return {
    rows: [
      ...queries.rows,
      ...create.rows,
      ...review.rows,
      ...actions.rows,
      ...diffCommands({ clientFor, mergeRequests, prompts, now, mergeRequestOf, reread }),
      ...pageCommands({
        mergeRequestOf,
        open: (key, part) => {
          const panel = page.open(key);
          if (part !== undefined) panel.post({ kind: 'reveal', id: part, focus: true });
        },
      }),
    ],
    review,
    descriptions: actions.descriptions,
    diffs: core.store.add(new DiffDocuments(clientFor)),
    timer: actions.timer,
    timerItem: actions.timerItem,
    panels: {
      'switchyard.query': queries.panel,
      'switchyard.mergeRequest': page,
      'switchyard.createMergeRequest': create.panel,
    },
    newForms: create.open,
  };
}
