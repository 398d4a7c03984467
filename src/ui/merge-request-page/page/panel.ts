import { isCanceled } from '../../../api/errors';
import { MergeRequestWatch } from '../../../app/merge-requests/watch';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestId } from '../../../app/shared/keys';
import { background, orUndefined } from '../../../base/background';
import { type Disposable, onDispose } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { isOwn, type MergeRequestAction, withheldActions } from '../../../domain/merge-requests/rules';
import { activityCommand } from '../../../presentation/merge-request-page/activity-acts';
import type { WrittenNote } from '../../../presentation/merge-request-page/discussion-model';
import { noteOfElement, threadElement } from '../../../presentation/merge-request-page/discussion-shown';
import { mergeRequestPageBody, mergeRequestPageStart } from '../../../presentation/merge-request-page/page';
import { readPageCommand } from '../../../presentation/merge-request-page/page-command';
import { verdictFacts } from '../../../presentation/merge-request-page/review/verdicts';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain } from '../../../presentation/shared/error-messages';
import { plainText } from '../../../presentation/shared/plain-text';
import { readMergeRequestKey } from '../../../schemas/page-keys';
import { PageTexts, taskOwnerOfOwnNote } from '../../discussions/panels/page-texts';
import type { Panel, PanelEvent, PanelKind } from '../../shared/panels/panel-frame';
import { PageActivity } from './activity';
import { PageChanges } from './changes';
import type { MergeRequestPageDeps } from './deps';
import { PageDiscussions } from './discussions';
import { LastVisit } from './last-visit';
import {
  loadedParts,
  PAGE_PARTS,
  hasConflicts,
  shownConflicts,
  shownSourceBranch,
  offeredActions,
} from './loaded-data';
import { PageWriting } from './writing';

/** The merge request page. */
export function mergeRequestPageKind(deps: MergeRequestPageDeps): PanelKind<MergeRequestKey> {
  return {
    viewType: 'switchyard.mergeRequest',
    icon: 'merge-request',
    title: ({ iid }) => `!${iid}`,
    name: mergeRequestId,
    read: readMergeRequestKey,
    fill: (panel, key) => new MergeRequestPanel(panel, key, deps),
    images: deps.images,
    follow: deps.follow,
  };
}

class MergeRequestPanel implements Disposable {
  readonly #panel: Panel;
  readonly #key: MergeRequestKey;
  readonly #deps: MergeRequestPageDeps;
  readonly #watch: MergeRequestWatch;
  readonly #activity: PageActivity;
  readonly #changes: PageChanges;
  readonly #discussions: PageDiscussions;
  readonly #visit: LastVisit;
  readonly #writing: PageWriting;
  readonly #end = new AbortController();
  readonly #texts: PageTexts;
  #actions: readonly MergeRequestAction[] = [];
  /** False until the page has been shown with its texts. */
  #isShown = false;
  /** Why the last refresh failed. */
  #refreshError: string | undefined;

  constructor(panel: Panel, key: MergeRequestKey, deps: MergeRequestPageDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    const { store } = deps;
    this.#watch = panel.add(new MergeRequestWatch(deps, key, PAGE_PARTS));
    this.#visit = new LastVisit(() => deps.lastSeen(key));
    this.#activity = panel.add(new PageActivity(panel, key, { ...deps.activityDeps, log: deps.log }));
    this.#changes = panel.add(new PageChanges(panel, key, { ...deps.changesDeps, log: deps.log }));
    this.#discussions = panel.add(
      new PageDiscussions(panel, key, {
        ...deps.discussionDeps,
        log: deps.log,
        shownThreads: () => this.#activity.shownThreads,
      }),
    );
    panel.add(
      this.#activity.onDidChange(() => {
        this.#discussions.showMore();
        this.#draw();
      }),
    );
    const { discussions } = deps.discussionDeps;
    const writing = {
      ...deps.writing,
      clock: deps.clock,
      peek: (of: MergeRequestKey) => discussions.peek(of),
    };
    this.#writing = panel.add(
      new PageWriting(panel, key, writing, {
        facts: {
          people: () => store.peekPart(key, 'participants')?.items ?? [],
          actions: () => this.#actions,
        },
        review: {
          ...deps.writing,
          readComments: (of) => discussions.refresh(of),
          sha: () => store.peek(key)?.sha ?? undefined,
          isOwn: () => {
            const known = store.peek(key);
            return known !== undefined && isOwn(known, deps.me(key.base)) === true;
          },
          verdicts: () =>
            verdictFacts({
              parts: loadedParts(store, key),
              me: deps.me(key.base),
              discussions: discussions.peek(key),
            }),
        },
      }),
    );
    this.#texts = panel.add(new PageTexts(key, deps));
    for (const { onDidChange } of [this.#changes, this.#discussions, this.#writing, this.#texts])
      panel.add(
        onDidChange(() => {
          this.#draw();
        }),
      );
    panel.add(
      onDispose(() => {
        this.#end.abort();
      }),
    );
    this.#listen();
    const updateWatch = (): void => {
      this.#visit.setVisible(panel.visible && deps.focus.isFocused);
      this.#watch.on = panel.visible && deps.focus.isFocused;
    };
    panel.add(panel.onDidChangeVisible(updateWatch));
    panel.add(deps.focus.onDidChange(updateWatch));
    this.#draw();
    updateWatch();
    background(this.#refresh());
    if (deps.me(key.base) === undefined) background(this.#learnUser());
  }

  dispose(): void {
    // The panel disposes all parts.
  }

  #listen(): void {
    const id = mergeRequestId(this.#key);
    this.#panel.add(
      this.#deps.store.onDidChange((changes) => {
        if (changes.some((change) => change.kind === 'merge-request' && mergeRequestId(change.key) === id))
          this.#draw();
      }),
    );
    this.#panel.add(
      this.#deps.actions.onDidChangeBusy((busy) => {
        if (mergeRequestId(busy) !== id) return;
        this.#watch.markActive();
        this.#draw();
      }),
    );
    this.#panel.add(
      this.#watch.onDidPoll((failure) => {
        if (failure !== undefined && isCanceled(failure)) return;
        if (failure instanceof Error) this.#deps.log.error(failure.stack ?? failure.message);
        this.#refreshError = failure === undefined ? undefined : explain(failure).why;
        this.#draw();
        if (failure === undefined) this.#visit.refreshed();
      }),
    );
    this.#panel.add(
      this.#panel.onWillReveal((element) => {
        const note = noteOfElement(element);
        if (note !== undefined) this.#activity.reveal(note);
      }),
    );
    for (const { onDidChange } of [this.#deps.conflictFiles, this.#deps.sourceBranches])
      this.#panel.add(
        onDidChange((changed) => {
          if (mergeRequestId(changed) === id) this.#draw();
        }),
      );
    this.#panel.add(
      this.#deps.checkedOut.onDidChange(() => {
        this.#draw();
      }),
    );
    this.#panel.add(
      this.#panel.onMessage((message) => {
        this.#take(message);
      }),
    );
  }

  /** The next step depends on whether the user is the author or a reviewer. */
  async #learnUser(): Promise<void> {
    await orUndefined(this.#deps.userOf(this.#key.base));
    if (!this.#end.signal.aborted) this.#draw();
  }

  async #refresh(): Promise<void> {
    try {
      await this.#watch.refresh(this.#end.signal);
      const known = this.#deps.store.peek(this.#key);
      if (known !== undefined) this.#deps.seen(this.#key, known);
    } catch {
      // The listener of `onDidPoll` shows the failure on the page.
    }
  }

  #take(message: PanelEvent): void {
    if (this.#activity.search(message) || this.#writing.take(message)) return;
    if (message.kind === 'command') this.#runCommand(message);
    if (message.kind !== 'act') return;
    const { action, value } = message;
    if (this.#changes.take(action)) return;
    const command = activityCommand(action, value);
    if (command !== undefined) this.#activity.run(command);
    if (action === 'toggle-task') background(this.#deps.toggleTask(this.#key, value));
    if (action === 'refresh') this.#refreshAll();
  }

  /** Only the displayed commit is merged or approved. */
  #runCommand(message: Extract<PanelEvent, { readonly kind: 'command' }>): void {
    const shown = this.#deps.store.peek(this.#key);
    const read = readPageCommand(message, this.#key, shown?.sha ?? undefined);
    if (read === undefined || shown === undefined) return;
    if (read.command === COMMAND.nextThread && this.#showNextThread()) return;
    background(this.#discussions.during(read, () => this.#deps.run(read.command, read.argument)));
  }

  /** Scrolls to the next unresolved thread. Returns false if the page has none. */
  #showNextThread(): boolean {
    const note = this.#discussions.nextUnresolved(this.#activity.details.view.order);
    if (note === undefined) return false;
    this.#panel.post({ kind: 'reveal', id: threadElement(note), focus: true });
    return true;
  }

  #refreshAll(): void {
    background(this.#refresh());
    background(this.#activity.refresh());
    this.#changes.refresh();
    background(this.#discussions.refresh());
    const known = this.#deps.store.peek(this.#key);
    if (known !== undefined && hasConflicts(known))
      background(this.#deps.conflictFiles.refresh(this.#key, known));
  }

  #draw(): void {
    const { store, actions, clock } = this.#deps;
    const known = store.isRead(this.#key) ? store.peek(this.#key) : undefined;
    const why = this.#refreshError;
    if (known === undefined) {
      const errorMessage = why === undefined ? undefined : t("Couldn't load the merge request. {0}", why);
      this.#panel.render(`!${this.#key.iid}`, mergeRequestPageStart(this.#key.iid, errorMessage));
      return;
    }
    const parts = loadedParts(store, this.#key);
    const me = this.#deps.me(this.#key.base);
    const access = this.#deps.access(this.#key);
    // Until approvals are loaded, actions that depend on them aren't offered.
    const { approvals = null, project } = parts;
    const facts = { ...known, archived: project?.archived, approvals, access, isOwn: isOwn(known, me) };
    this.#visit.check(known.updated_at);
    this.#actions = offeredActions(this.#key, facts, this.#deps);
    const write = this.#texts.writer(known.web_url ?? undefined);
    const model = {
      base: this.#key.base,
      mergeRequest: known,
      parts,
      conflicts: shownConflicts(this.#deps.conflictFiles, this.#key, known, this.#panel),
      sourceBranch: shownSourceBranch(this.#deps.sourceBranches, this.#key, known, this.#panel),
      discussions: {
        ...this.#discussions.details,
        editing: this.#writing.model,
        write: (text: string, note?: WrittenNote) =>
          write(text, note === undefined ? undefined : taskOwnerOfOwnNote(note, me)),
      },
      changes: this.#changes.details,
      activity: { ...this.#activity.details, since: this.#visit.since },
      me,
      access,
      actions: this.#actions,
      withheld: withheldActions(facts),
      doing: actions.doing(this.#key),
      errorMessage: why === undefined ? undefined : t('Not up to date. {0}', why),
      now: clock.now(),
    };
    // Changes that appear while the page is visible count as seen, in particular the user's own.
    if (this.#panel.visible && this.#deps.focus.isFocused) this.#deps.seen(this.#key, known);
    const owner = this.#actions.includes('edit') ? ({ kind: 'description' } as const) : undefined;
    const text = (known.description ?? '').trim() === '' ? undefined : write(known.description ?? '', owner);
    const page = mergeRequestPageBody(model, text);
    // The page is first shown with all texts, so that nothing moves while the user reads.
    if (this.#texts.isComplete) {
      this.#isShown = true;
      this.#panel.render(plainText(`!${known.iid} ${known.title}`), page);
    } else if (!this.#isShown)
      this.#panel.render(`!${known.iid}`, mergeRequestPageStart(known.iid, undefined));
  }
}
