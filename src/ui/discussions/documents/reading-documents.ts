import { type CancellationToken, type Command, Selection, Uri, window, workspace } from 'vscode';
import type { Changes } from '../../../app/changes/changes';
import type { ViewedFiles } from '../../../app/changes/viewed-files';
import type { ChangeEvents } from '../../../app/discussions/activity/change-events';
import type { CommentTarget } from '../../../app/discussions/comment-targets';
import type { Discussions } from '../../../app/discussions/discussions';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { settleAll } from '../../../app/shared/settle-all';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { LaterRun } from '../../../base/later-run';
import { t } from '../../../base/localize';
import {
  READING_SCHEME,
  readingAddress,
  readReadingAddress,
} from '../../../presentation/changes/reading-address';
import { readingPage, type ThreadLines } from '../../../presentation/merge-request-page/text/reading-page';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain, isSilent, sentences } from '../../../presentation/shared/error-messages';
import type { TextPage } from '../../../presentation/shared/text-page';
import { PageDocuments } from '../../shared/documents/page-documents';
import { commandWith } from '../../shared/editor/execute';

export interface ReadingDocumentDeps {
  readonly mergeRequests: MergeRequests;
  readonly discussions: Discussions;
  readonly changes: Changes;
  readonly viewed: ViewedFiles;
  readonly events: ChangeEvents;
  readonly clock: Pick<Clock, 'now'>;
}

/** An open document. */
interface Shown {
  /** Keeps the data up to date. */
  readonly held: DisposableStore;
  problem: string | undefined;
  /** The threads of the displayed text. */
  threads: readonly ThreadLines[];
}

/** Merge requests as read-only text, with their checks, changes, threads, and history. */
export class ReadingDocuments implements Disposable {
  readonly #deps: ReadingDocumentDeps;
  readonly #documents: PageDocuments;
  readonly #shown = new Map<string, Shown>();
  readonly #subscriptions = new DisposableStore();
  /** IDs of the merge requests that changed. */
  readonly #outdated = new Set<string>();
  readonly #updateLater = this.#subscriptions.add(new LaterRun(() => this.#update()));

  constructor(deps: ReadingDocumentDeps) {
    this.#deps = deps;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.#documents = add(
      new PageDocuments(READING_SCHEME, {
        begin: (uri, token) => this.#begin(uri, token),
        page: (uri) => this.#page(uri),
        actions: (uri) => this.#actions(uri),
        closed: (uri) => {
          this.#forget(uri);
        },
      }),
    );
    for (const { onDidChange } of [deps.discussions, deps.changes, deps.events, deps.viewed])
      add(onDidChange((key) => this.#changed(key)));
    add(
      deps.mergeRequests.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#changed(change.key);
      }),
    );
  }

  /** Opens a merge request as text. Reads it again if it is open already. */
  async open(key: MergeRequestKey): Promise<void> {
    const { title } = await this.#deps.mergeRequests.get(key);
    const uri = Uri.from(readingAddress(key, title));
    const isOpen = this.#shown.has(uri.toString());
    const document = await workspace.openTextDocument(uri);
    await window.showTextDocument(document, { preview: false });
    if (isOpen) await this.#read(uri, key, { signal: undefined, again: true });
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  /** Returns the thread at the cursor of the active document. */
  threadAtCursor(): CommentTarget | undefined {
    const active = this.#active();
    const found = active?.threads.find(({ first, last }) => first <= active.line && active.line <= last);
    return active && found && { kind: 'thread', mergeRequest: active.key, discussion: found.discussion };
  }

  /**
   * Moves the cursor of the active document to the next or previous unresolved thread. Wraps around. Returns false
   * if no document is active, or it has no unresolved threads.
   */
  goToThread(step: 1 | -1): boolean {
    const active = this.#active();
    const open = active?.threads.filter(({ isOpen }) => isOpen) ?? [];
    if (active === undefined || open.length === 0) return false;
    const after = open.find(({ first }) => first > active.line);
    const before = open.findLast(({ last }) => last < active.line);
    const { first = 0 } = (step === 1 ? (after ?? open[0]) : (before ?? open.at(-1))) ?? {};
    const { editor } = active;
    editor.selection = new Selection(first, 0, first, 0);
    editor.revealRange(editor.selection);
    return true;
  }

  dispose(): void {
    for (const { held } of this.#shown.values()) held.dispose();
    this.#subscriptions.dispose();
  }

  #active() {
    const editor = window.activeTextEditor;
    const key = editor && readReadingAddress(editor.document.uri);
    if (editor === undefined || key === undefined) return undefined;
    const { threads = [] } = this.#shown.get(editor.document.uri.toString()) ?? {};
    return { editor, key, threads, line: editor.selection.active.line };
  }

  /** Shows failures in the document, together with the information that was loaded. */
  async #begin(uri: Uri, token: CancellationToken): Promise<void> {
    const key = readReadingAddress(uri);
    if (key === undefined) return;
    this.#hold(uri, key);
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      await this.#read(uri, key, { signal: stop.signal, again: false });
    } finally {
      subscription.dispose();
      // The document isn't opened, so that it isn't closed either.
      if (token.isCancellationRequested) this.#forget(uri);
    }
  }

  async #read(
    uri: Uri,
    key: MergeRequestKey,
    { signal, again }: { readonly signal: AbortSignal | undefined; readonly again: boolean },
  ): Promise<void> {
    const { mergeRequests, discussions, changes, events } = this.#deps;
    const options = { signal };
    const { failure } = await settleAll<unknown>([
      again ? mergeRequests.refresh(key, options) : mergeRequests.get(key, options),
      mergeRequests.part(key, 'approvals', options),
      mergeRequests.part(key, 'reviewers', options),
      again ? discussions.refresh(key, options) : discussions.get(key, options),
      again ? events.refresh(key, options) : events.load(key, options),
      changes.whole(key, undefined, options),
    ]);
    const shown = this.#shown.get(uri.toString());
    if (shown === undefined) return;
    shown.problem =
      failure === undefined || isSilent(failure)
        ? undefined
        : sentences(t("Couldn't load some information."), explain(failure).why);
    this.#documents.changed(uri);
  }

  /** Keeps the data of a document up to date until it is closed. */
  #hold(uri: Uri, key: MergeRequestKey): void {
    if (this.#shown.has(uri.toString())) return;
    const held = new DisposableStore();
    for (const part of [this.#deps.mergeRequests, this.#deps.discussions, this.#deps.events])
      held.add(part.retain(key));
    this.#shown.set(uri.toString(), { held, problem: undefined, threads: [] });
  }

  #forget(uri: Uri): void {
    this.#shown.get(uri.toString())?.held.dispose();
    this.#shown.delete(uri.toString());
  }

  /** Updates the documents of a merge request in a later turn, once for all its changes until then. */
  #changed(key: MergeRequestKey): void {
    this.#outdated.add(mergeRequestId(key));
    this.#updateLater.schedule();
  }

  #update(): void {
    for (const { uri } of workspace.textDocuments) {
      const shown = readReadingAddress(uri);
      if (shown !== undefined && this.#outdated.has(mergeRequestId(shown))) this.#documents.changed(uri);
    }
    this.#outdated.clear();
  }

  #page(uri: Uri): TextPage | undefined {
    const key = readReadingAddress(uri);
    if (key === undefined) return undefined;
    const { mergeRequests, discussions, changes, viewed, events, clock } = this.#deps;
    const shown = this.#shown.get(uri.toString());
    const comments = discussions.peek(key);
    const { page, threads } = readingPage({
      key,
      mergeRequest: mergeRequests.peek(key),
      approvalsLeft: mergeRequests.peekPart(key, 'approvals')?.approvals_left ?? undefined,
      reviewers: mergeRequests.peekPart(key, 'reviewers')?.items,
      files: changes.peek(key)?.files,
      isViewed: (file) => viewed.isViewed(key, file),
      threads: comments?.threads,
      cut: comments?.cut === true,
      drafts: comments?.drafts?.length ?? 0,
      events: events.peek(key)?.events ?? [],
      problem: shown?.problem,
      now: clock.now(),
    });
    if (shown !== undefined) shown.threads = threads;
    return page;
  }

  #actions(uri: Uri): readonly Command[] {
    const mergeRequest = readReadingAddress(uri);
    if (mergeRequest === undefined) return [];
    const { mergeRequests } = this.#deps;
    const approvals = mergeRequests.peekPart(mergeRequest, 'approvals');
    const isOpen = mergeRequests.peek(mergeRequest)?.state === 'opened';
    const canApprove = isOpen && approvals?.user_can_approve === true && approvals.user_has_approved !== true;
    const argument = { target: { kind: 'merge-request', mergeRequest } } as const;
    return [
      commandWith(t('Refresh'), COMMAND.readMergeRequest, argument),
      commandWith(t('Open Merge Request'), COMMAND.openMergeRequest, argument),
      commandWith(t('Open All Changes'), COMMAND.openAllChanges, argument),
      commandWith(t('Add Comment...'), COMMAND.addComment, argument),
      ...(isOpen ? [commandWith(t('Submit Review...'), COMMAND.submitReview, argument)] : []),
      ...(canApprove ? [commandWith(t('Approve'), COMMAND.approveMergeRequest, argument)] : []),
    ];
  }
}
