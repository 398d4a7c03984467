import { window } from 'vscode';
import { isCancelled } from '../api/errors';
import type { MergeRequestActions } from '../app/merge-requests/actions';
import type { MergeRequests } from '../app/merge-requests/merge-requests';
import type { MergeRequestPart } from '../app/merge-requests/parts';
import { MergeRequestWatch } from '../app/merge-requests/watch';
import type { MergeRequestKey, ProjectKey } from '../app/shared/keys';
import { mergeRequestId } from '../app/shared/keys';
import { background } from '../base/background';
import type { Clock } from '../base/clock';
import { type Disposable, onDispose } from '../base/disposable';
import { t } from '../base/localize';
import type { Log } from '../base/log';
import { isOwn, mergeRequestActions, withheldActions } from '../domain/merge-requests/rules';
import type { AccessLevel } from '../domain/projects/access-level';
import { isOverviewAct, type OverviewAct } from '../presentation/merge-request-page/acts';
import { isTalkAct } from '../presentation/merge-request-page/discussion-acts';
import { overviewPage, overviewStart } from '../presentation/merge-request-page/page';
import { mergeRequestPlaces } from '../presentation/merge-requests/places';
import { explain } from '../presentation/shared/error-messages';
import { MarkdownCache } from '../presentation/shared/markdown/cache';
import { plainText } from '../presentation/shared/plain-text';
import type { MergeRequest } from '../schemas/merge-request';
import { readMergeRequestKey } from '../schemas/merge-request-key';
import { OverviewTalk, type OverviewTalkDeps } from './overview-talk';
import type { Panel, PanelEvent, PanelKind } from './panel-frame';
import type { PanelImages } from './panel-images';

export interface OverviewDeps {
  readonly store: MergeRequests;
  readonly actions: MergeRequestActions;
  readonly clock: Clock;
  /** Milliseconds between looks while something moves. */
  readonly interval: () => number;
  /** Does what was clicked; `value` is what it is about, and `shown` what the person was looking at. */
  readonly act: (
    act: Exclude<OverviewAct, 'refresh'>,
    key: MergeRequestKey,
    shown: MergeRequest,
    value: string | undefined,
  ) => void;
  readonly talk: Omit<OverviewTalkDeps, 'log'>;
  readonly log: Log;
  /** Told when somebody looks at it. */
  readonly seen: (key: MergeRequestKey, mergeRequest: MergeRequest) => void;
  readonly images: (key: MergeRequestKey) => PanelImages | undefined;
  /** The user name of the account of a server, if it is known. */
  readonly me: (base: string) => string | undefined;
  /** What the person may do in a project, as far as that is known. */
  readonly access: (project: ProjectKey) => AccessLevel;
  /** Whether the person has allowed to delete merge requests. */
  readonly mayDelete: () => boolean;
}

/** What is read besides the merge request itself. */
const PARTS: readonly MergeRequestPart[] = [
  'approvals',
  'reviewers',
  'closes',
  'labels',
  'commits',
  'pipelines',
  'participants',
];

/** The page of a merge request. */
export function overviewKind(deps: OverviewDeps): PanelKind<MergeRequestKey> {
  return {
    viewType: 'switchyard.mergeRequest',
    icon: 'merge-request',
    title: ({ iid }) => `!${iid}`,
    name: mergeRequestId,
    read: readMergeRequestKey,
    fill: (panel, key) => new OverviewPanel(panel, key, deps),
    images: deps.images,
  };
}

class OverviewPanel implements Disposable {
  readonly #panel: Panel;
  readonly #key: MergeRequestKey;
  readonly #deps: OverviewDeps;
  readonly #watch: MergeRequestWatch;
  readonly #talk: OverviewTalk;
  readonly #end = new AbortController();
  readonly #texts = new MarkdownCache();
  /** Why the last refresh failed. */
  #trouble: string | undefined;

  constructor(panel: Panel, key: MergeRequestKey, deps: OverviewDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    const { store, actions } = deps;
    this.#watch = panel.add(new MergeRequestWatch(deps, key, PARTS));
    this.#talk = panel.add(new OverviewTalk(panel, key, { ...deps.talk, log: deps.log }));
    panel.add(
      this.#talk.onDidChange(() => {
        this.#draw();
      }),
    );
    panel.add(
      onDispose(() => {
        this.#end.abort();
      }),
    );
    const id = mergeRequestId(key);
    panel.add(
      store.onDidChange((changes) => {
        if (changes.some((change) => change.kind === 'merge-request' && mergeRequestId(change.key) === id))
          this.#draw();
      }),
    );
    panel.add(
      actions.onDidChangeBusy((busy) => {
        if (mergeRequestId(busy) !== id) return;
        this.#watch.markActive();
        this.#draw();
      }),
    );
    panel.add(
      this.#watch.onDidPoll((failure) => {
        if (failure !== undefined && isCancelled(failure)) return;
        if (failure instanceof Error) deps.log.error(failure.stack ?? failure.message);
        this.#trouble = failure === undefined ? undefined : explain(failure).why;
        this.#draw();
      }),
    );
    panel.add(
      panel.onMessage((message) => {
        this.#take(message);
      }),
    );
    const look = (): void => {
      this.#watch.on = panel.visible && window.state.focused;
    };
    panel.add(panel.onDidChangeVisible(look));
    panel.add(window.onDidChangeWindowState(look));
    this.#draw();
    look();
    background(this.#refresh());
  }

  dispose(): void {
    // Everything that it holds ends with its panel.
  }

  async #refresh(): Promise<void> {
    try {
      await this.#watch.refresh(this.#end.signal);
      const known = this.#deps.store.peek(this.#key);
      if (known !== undefined) this.#deps.seen(this.#key, known);
    } catch {
      // Told on the page, by whoever is told of each look.
    }
  }

  #take(message: PanelEvent): void {
    if (message.kind !== 'act') return;
    const { action: act } = message;
    if (isTalkAct(act)) {
      background(this.#talk.take(act, message.value));
      return;
    }
    if (!isOverviewAct(act)) return;
    if (act === 'refresh') {
      background(this.#refresh());
      background(this.#talk.refresh());
      return;
    }
    const shown = this.#deps.store.peek(this.#key);
    if (shown !== undefined) this.#deps.act(act, this.#key, shown, message.value);
  }

  #draw(): void {
    const { store, actions, clock } = this.#deps;
    const known = store.isRead(this.#key) ? store.peek(this.#key) : undefined;
    const why = this.#trouble;
    if (known === undefined) {
      const trouble = why === undefined ? undefined : t("Couldn't load the merge request. {0}", why);
      this.#panel.render(`!${this.#key.iid}`, overviewStart(this.#key.iid, trouble));
      return;
    }
    const parts = {
      approvals: store.peekPart(this.#key, 'approvals'),
      reviewers: store.peekPart(this.#key, 'reviewers'),
      participants: store.peekPart(this.#key, 'participants'),
      commits: store.peekPart(this.#key, 'commits'),
      pipelines: store.peekPart(this.#key, 'pipelines'),
      closes: store.peekPart(this.#key, 'closes'),
      labels: store
        .peekPart(this.#key, 'labels')
        ?.map((label) => (typeof label === 'string' ? { name: label } : label)),
    };
    const places = mergeRequestPlaces(this.#key.base, known.web_url);
    this.#texts.begin();
    const write = (text: string) => this.#texts.of(text, places);
    const me = this.#deps.me(this.#key.base);
    const access = this.#deps.access(this.#key);
    // Until they are read, neither of the two that depend on approvals is offered.
    const facts = { ...known, approvals: parts.approvals ?? null, access, isOwn: isOwn(known, me) };
    const model = {
      base: this.#key.base,
      mergeRequest: known,
      parts,
      talk: { ...this.#talk.details, write },
      me,
      access,
      actions: mergeRequestActions(facts).filter((action) => action !== 'delete' || this.#deps.mayDelete()),
      withheld: withheldActions(facts),
      doing: actions.doing(this.#key),
      trouble: why === undefined ? undefined : t('Not up to date. {0}', why),
      now: clock.now(),
    };
    // What changes while somebody looks at it was seen, first of all what they did themselves.
    if (this.#panel.visible && window.state.focused) this.#deps.seen(this.#key, known);
    const description = known.description ?? '';
    this.#panel.render(
      plainText(`!${known.iid} ${known.title}`),
      overviewPage(model, description.trim() === '' ? undefined : write(description)),
    );
  }
}
