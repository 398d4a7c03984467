import { getUser } from '../../../src/api/endpoints/server';
import { isCanceled } from '../../../src/api/errors';
import { ChangeFilters } from '../../../src/app/changes/change-filter';
import { Changes } from '../../../src/app/changes/changes';
import { CommentableFiles } from '../../../src/app/changes/commentable-files';
import { generatedPatterns, patternsFor } from '../../../src/app/changes/generated-patterns';
import { ReviewedVersions } from '../../../src/app/changes/reviewed-versions';
import { ShownChanges } from '../../../src/app/changes/shown-changes';
import { SideContent } from '../../../src/app/changes/sides/side-content';
import { SideDiffs } from '../../../src/app/changes/sides/side-diffs';
import { ViewedFiles } from '../../../src/app/changes/viewed-files';
import { ChangeEvents } from '../../../src/app/discussions/activity/change-events';
import { ActivityViewStore } from '../../../src/app/discussions/activity/view';
import { CommentOutbox } from '../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../src/app/discussions/discussions';
import { Reactions } from '../../../src/app/discussions/reactions';
import { recordReview } from '../../../src/app/discussions/review-completion';
import { ReviewForms } from '../../../src/app/discussions/review-forms';
import { ReviewSubmission } from '../../../src/app/discussions/review-submission';
import { TaskToggles } from '../../../src/app/discussions/tasks/task-toggles';
import { ThreadCode } from '../../../src/app/discussions/thread-code';
import { UnfinishedComments } from '../../../src/app/discussions/unfinished-comments';
import { VersionLines } from '../../../src/app/discussions/version-lines';
import { CommittedFiles } from '../../../src/app/git/committed-files';
import { MergeRequestActions } from '../../../src/app/merge-requests/actions';
import { SourceBranches } from '../../../src/app/merge-requests/after-merge/source-branches';
import { SeenMergeRequests } from '../../../src/app/merge-requests/last-seen';
import { MergeRequests } from '../../../src/app/merge-requests/merge-requests';
import { TextParts } from '../../../src/app/projects/text-parts';
import type { MergeRequestKey } from '../../../src/app/shared/keys';
import { background, ignoreFailure, onBackgroundFailure } from '../../../src/base/background';
import { type Clock, systemClock } from '../../../src/base/clock';
import { Emitter } from '../../../src/base/emitter';
import { silentLog } from '../../../src/base/log';
import { SIDE_MESSAGES } from '../../../src/presentation/changes/side-messages';
import { explainMergeRequests } from '../../../src/presentation/merge-requests/errors';
import { type ArgumentOf, COMMAND, type CommandId } from '../../../src/presentation/shared/command-ids';
import {
  failureText,
  isSilent,
  registerErrorMessages,
} from '../../../src/presentation/shared/error-messages';
import { LIST_SETTINGS } from '../../../src/presentation/shared/settings';
import type { Sandbox } from '../../../src/sandbox/index';
import type { CommandArgument } from '../../../src/schemas/command-argument';
import type { Target } from '../../../src/schemas/target';
import { AttachFiles } from '../../../src/ui/discussions/commands/attach-files';
import { findNote, noteOnPage } from '../../../src/ui/discussions/commands/find-note';
import { PageComments } from '../../../src/ui/discussions/commands/page-comments';
import { PageReview } from '../../../src/ui/discussions/commands/page-review';
import { ReviewOffer } from '../../../src/ui/discussions/commands/review-offer';
import { GitWork } from '../../../src/ui/git/editor/work';
import { mergeRequestPageKind } from '../../../src/ui/merge-request-page/page/panel';
import { toggleTask } from '../../../src/ui/merge-request-page/page/tasks';
import { pageLinkCommands, type PageLinkDeps } from '../../../src/ui/navigation/commands/page-link-commands';
import { pageCommands } from '../../../src/ui/navigation/commands/web-page-commands';
import { type CommandRow, definedCommand } from '../../../src/ui/shared/commands/command-row';
import type { Panel } from '../../../src/ui/shared/panels/panel-frame';
import { PanelImages } from '../../../src/ui/shared/panels/panel-images';
import { gitWorkDeps } from '../../builders/git-extension';
import { only } from '../../builders/run-command';
import { heldMemory } from '../../builders/stores';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';
import { signedIn } from './signed-in';

registerErrorMessages(explainMergeRequests);

/** A command that a page ran, with its argument. */
export interface ExecutedCommand {
  readonly id: CommandId;
  readonly argument: unknown;
}

/** How to answer commands that need an editor. */
type CommandRun = (argument: Readonly<Record<string, unknown>>) => PromiseLike<unknown>;

/** A clock with the real time whose waits advance the time of the sandbox instead. */
const advancing = (sandbox: Sandbox): Clock => ({
  now: () => Date.now(),
  wait: (ms, signal) => {
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
    sandbox.advance(ms);
    return Promise.resolve();
  },
});

/**
 * The page of merge requests with the stores and actions of the extension, for a role of the sandbox. Commands that need
 * no editor run as in the extension, and all are recorded in `executed`. `memory` is the state of the workspace.
 */
export async function mergeRequestWorld(
  sandbox: Sandbox,
  role: keyof Sandbox['tokens'],
  memory = heldMemory(),
) {
  const { store, transport, accounts, projects, clientFor } = await signedIn(sandbox, role);
  const failures: string[] = [];
  const report = (what: string, error: unknown): void => {
    if (!isSilent(error)) failures.push(failureText(what, error));
  };
  store.add(
    onBackgroundFailure((error) => {
      if (!isCanceled(error)) failures.push(error instanceof Error ? (error.stack ?? '') : String(error));
    }),
  );
  const me = (await accounts.client(sandbox.url).call(getUser, {})).username;
  const prompts = new ScriptedPrompts();
  const clock = systemClock;
  const mergeRequests = store.add(new MergeRequests(clientFor));
  const actions = store.add(new MergeRequestActions(clientFor, mergeRequests, advancing(sandbox)));
  const userOf = (base: string) => accounts.user(base);
  const reviewed = new ReviewedVersions(memory);
  const changes = store.add(new Changes({ clientFor, mergeRequests, reviewed }));
  const discussions = store.add(new Discussions({ clientFor, mergeRequests }));
  const outbox = store.add(new CommentOutbox(memory));
  const unfinished = store.add(new UnfinishedComments(memory));
  const reviewForms = store.add(new ReviewForms(unfinished));
  const reactions = store.add(new Reactions({ clientFor, mergeRequests, clock }));
  const textParts = store.add(new TextParts(clientFor, silentLog));
  const viewed = store.add(new ViewedFiles(memory, heldMemory(), clock));
  const shown = store.add(
    new ShownChanges({
      ...{ changes, viewed, clock },
      filters: store.add(new ChangeFilters()),
      generated: { for: (_project, files) => patternsFor(files, GENERATED), onDidChange: never() },
    }),
  );
  const discussionActions = store.add(
    new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf, clock }),
  );
  const files = new CommittedFiles({
    clientFor,
    git: new GitWork(await gitWorkDeps()),
    now: () => clock.now(),
  });
  const content = new SideContent({ files, diffs: new SideDiffs(changes), messages: SIDE_MESSAGES });
  const frames = new CommentableFiles(changes);
  const threadCode = store.add(new ThreadCode(new VersionLines({ frames, content })));
  const activityView = store.add(new ActivityViewStore(memory));
  const seen = store.add(new SeenMergeRequests(memory));
  const sourceBranches = store.add(new SourceBranches(clientFor));
  const tasks = store.add(new TaskToggles({ actions, clientFor, discussions, mergeRequests }));
  let shownPanel: Panel | undefined;
  const focus = { isFocused: true, changed: new Emitter<void>() };

  const executed: ExecutedCommand[] = [];
  const pageRows = pageCommands({
    mergeRequestOf: (argument: CommandArgument) => {
      const target = argument?.target;
      return Promise.resolve(
        target !== undefined && 'mergeRequest' in target ? target.mergeRequest : undefined,
      );
    },
    noteOnPage: async (key, note) => {
      const thread = await findNote({ discussions, prompts }, key, note);
      return thread && noteOnPage(thread, note);
    },
    open: (_key, part) => {
      if (part === undefined) return;
      ignoreFailure(activityView.showComments());
      shownPanel?.post({ kind: 'reveal', id: part, focus: true });
    },
  });
  const linkRows = pageLinkCommands(
    only<PageLinkDeps>({
      ...{ prompts, execute },
      bases: () => [sandbox.url],
      pageOf: (key) => mergeRequests.peek(key)?.web_url,
      now: () => clock.now(),
    }),
  );
  const runs = new Map<CommandId, CommandRun>(
    [...pageRows, ...linkRows].map((row) => [row.id, (argument) => Promise.resolve(run(row, argument))]),
  );
  const onTarget =
    (act: (target: never) => PromiseLike<unknown>): CommandRun =>
    ({ target }) =>
      act(target as never);
  const ofThread = (isResolved: boolean) =>
    onTarget(({ mergeRequest, discussion }: Extract<Target, { kind: 'thread' }>) =>
      discussionActions.resolve(mergeRequest, discussion, isResolved),
    );
  const ofFile = (isViewed: boolean) =>
    onTarget(async (target: Extract<Target, { kind: 'change' }>) =>
      viewed.set(target.mergeRequest, await shown.filesOf(target), isViewed),
    );
  const ofMergeRequest = (act: (key: MergeRequestKey) => PromiseLike<unknown>) =>
    onTarget(({ mergeRequest }: Extract<Target, { kind: 'merge-request' }>) => act(mergeRequest));
  runs.set(COMMAND.resolveThread, ofThread(true));
  runs.set(COMMAND.unresolveThread, ofThread(false));
  runs.set(COMMAND.markViewed, ofFile(true));
  runs.set(COMMAND.markNotViewed, ofFile(false));
  runs.set(
    COMMAND.sendCommentAgain,
    onTarget(({ id }: Extract<Target, { kind: 'unsent' }>) => discussionActions.sendAgain(id)),
  );
  for (const [command, action] of [
    [COMMAND.markDraft, 'markDraft'],
    [COMMAND.markReady, 'markReady'],
  ] as const)
    runs.set(
      command,
      ofMergeRequest((key) => actions.run(action, key)),
    );
  runs.set(
    COMMAND.submitReview,
    ofMergeRequest(async (key) => {
      await reviewForms.open(key);
      await execute(COMMAND.openMergeRequest, {
        target: { kind: 'merge-request', mergeRequest: key },
        review: true,
      });
    }),
  );
  runs.set(
    COMMAND.deleteSourceBranch,
    ofMergeRequest(async (key) => {
      const mergeRequest = await mergeRequests.get(key);
      const branch = await sourceBranches.refresh(key, mergeRequest);
      if (branch.state !== 'exists') throw new Error(`the branch is ${branch.state}`);
      await actions.deleteSourceBranch(key, branch);
      sourceBranches.deleted(key, mergeRequest);
    }),
  );

  async function execute<Id extends CommandId>(id: Id, argument?: ArgumentOf<Id>): Promise<void> {
    await runCommand(id, argument);
  }
  async function runCommand(id: CommandId, argument: unknown): Promise<void> {
    executed.push({ id, argument });
    try {
      await runs.get(id)?.((argument ?? {}) as Readonly<Record<string, unknown>>);
    } catch (error) {
      report(id, error);
    }
  }

  const kind = mergeRequestPageKind({
    ...{ store: mergeRequests, actions, clock, run: runCommand, sourceBranches, textParts, tasks },
    focus: {
      get isFocused() {
        return focus.isFocused;
      },
      onDidChange: focus.changed.event,
    },
    interval: () => 0,
    conflictFiles: {
      get: () => Promise.resolve({ kind: 'no-clone' }),
      peek: () => ({ kind: 'no-clone' }),
      refresh: () => Promise.resolve({ kind: 'no-clone' }),
      onDidChange: never(),
    },
    checkedOut: { current: () => [], onDidChange: never() },
    toggleTask: toggleTask({ toggles: tasks, prompts, report }),
    discussionDeps: { discussions, reactions, threadCode, outbox },
    activityDeps: {
      events: store.add(new ChangeEvents({ clientFor, mergeRequests })),
      view: activityView,
    },
    changesDeps: { changes, shown, viewed },
    writing: {
      comments: new PageComments({ discussions, discussionActions, reactions, userOf, prompts, report }),
      reviews: new PageReview({
        submission: new ReviewSubmission({
          ...{ clientFor, discussions, discussionActions, mergeRequests, userOf, clock },
        }),
        ...{ discussions, discussionActions, prompts, report },
        recordReview: (of, sha) => recordReview({ changes, reviewed }, of, sha),
        offer: new ReviewOffer({
          ...{ changes, reviewed, discussions, userOf, prompts, execute },
          queue: { peek: () => undefined },
        }),
        openMergeRequest: (mergeRequest) =>
          execute(COMMAND.openMergeRequest, { target: { kind: 'merge-request', mergeRequest } }),
        approve: async (key, sha) => {
          await actions.run('approve', key, sha);
          return true;
        },
      }),
      reviewForms,
      attachments: new AttachFiles({ clientFor, prompts, report }),
      unfinished,
      clientFor,
    },
    log: silentLog,
    seen: (key, { updated_at: at }) => {
      ignoreFailure(seen.saw(key, at));
    },
    lastSeen: (key) => seen.lastSeen(key),
    images: ({ base }) => new PanelImages(transport, base, () => clientFor(base)),
    follow: (mergeRequest) => (address) => {
      background(execute(COMMAND.openLink, { address, mergeRequest }));
    },
    userOf,
    me: () => me,
    access: (project) => projects.accessOf(project),
    mayDelete: () => false,
  });
  const kindWithPanel: typeof kind = {
    ...kind,
    fill: (panel, key) => {
      shownPanel = panel;
      return kind.fill(panel, key);
    },
  };
  return {
    kind: kindWithPanel,
    key: (iid: number, project = 1): MergeRequestKey => ({ base: sandbox.url, project, iid }),
    ...{ prompts, executed, runs, execute, failures, memory, mergeRequests },
    ...{ actions, discussions, reviewForms, unfinished, accounts, projects, clientFor },
    setFocused: (isFocused: boolean) => {
      focus.isFocused = isFocused;
      focus.changed.fire();
    },
    dispose: () => {
      store.dispose();
    },
  };
}

const never = <T>() => new Emitter<T>().event;

const PATTERNS = generatedPatterns(undefined, LIST_SETTINGS.reviewGeneratedFiles.default);
const GENERATED = { all: PATTERNS, withoutWorkspace: PATTERNS };

const run = (row: CommandRow, argument: unknown) =>
  definedCommand(row).runWith(argument, () => undefined, []);
