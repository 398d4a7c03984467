import { window } from 'vscode';
import { readMergeRequestKey } from '../schemas/merge-request-key';
import type { MergeRequestKey } from '../app/keys';
import { mergeRequestId } from '../app/keys';
import type { MergeRequestActions } from '../app/merge-request-actions';
import { MergeRequestWatch } from '../app/merge-request-watch';
import type { PartName } from '../app/merge-request-parts';
import type { MergeRequests } from '../app/merge-requests';
import { isCancelled } from '../api/errors';
import type { Clock } from '../base/clock';
import { onDispose, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import type { Log } from '../base/log';
import { mergeRequestActions } from '../domain/merge-request-rules';
import { explain } from '../presentation/error-sentences';
import { KeptMarkdown } from '../presentation/kept-markdown';
import type { MarkdownPlaces } from '../presentation/markdown';
import { isOverviewAct, type OverviewAct } from '../presentation/overview-acts';
import { overviewPage, overviewStart } from '../presentation/overview-page';
import { isTalkAct } from '../presentation/overview-talk-acts';
import { plainText } from '../presentation/plain-text';
import type { MergeRequest } from '../schemas/merge-request';
import { OverviewTalk, type OverviewTalkPorts } from './overview-talk';
import type { Panel, PanelEvent, PanelKind } from './panel-frame';
import type { PanelImages } from './panel-images';

export interface OverviewPorts {
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
  readonly talk: Omit<OverviewTalkPorts, 'log'>;
  readonly log: Log;
  /** Told when somebody looks at it. */
  readonly seen: (key: MergeRequestKey, mergeRequest: MergeRequest) => void;
  readonly images: (key: MergeRequestKey) => PanelImages | undefined;
  /** Whether the person has allowed to delete merge requests. */
  readonly mayDelete: () => boolean;
}

/** What is read besides the merge request itself. */
const PARTS: readonly PartName[] = [
  'approvals',
  'reviewers',
  'closes',
  'labels',
  'commits',
  'pipelines',
  'participants',
];

/** The page of a merge request. */
export function overviewKind(ports: OverviewPorts): PanelKind<MergeRequestKey> {
  return {
    viewType: 'switchyard.mergeRequest',
    icon: 'merge-request',
    title: ({ iid }) => `!${iid}`,
    name: mergeRequestId,
    read: readMergeRequestKey,
    fill: (panel, key) => new OverviewPanel(panel, key, ports),
    images: ports.images,
  };
}

class OverviewPanel implements Disposable {
  readonly #panel: Panel;
  readonly #key: MergeRequestKey;
  readonly #ports: OverviewPorts;
  readonly #watch: MergeRequestWatch;
  readonly #talk: OverviewTalk;
  readonly #end = new AbortController();
  readonly #texts = new KeptMarkdown();
  #trouble: string | undefined;

  constructor(panel: Panel, key: MergeRequestKey, ports: OverviewPorts) {
    this.#panel = panel;
    this.#key = key;
    this.#ports = ports;
    const { store, actions } = ports;
    this.#watch = panel.add(new MergeRequestWatch(ports, key, PARTS));
    this.#talk = panel.add(new OverviewTalk(panel, key, { ...ports.talk, log: ports.log }));
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
        this.#watch.attend();
        this.#draw();
      }),
    );
    panel.add(
      this.#watch.onDidLook((failure) => {
        if (failure !== undefined && isCancelled(failure)) return;
        if (failure instanceof Error) ports.log.error(failure.stack ?? failure.message);
        this.#trouble = failure === undefined ? undefined : t('Not up to date. {0}', explain(failure).why);
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
    void this.#refresh();
  }

  dispose(): void {
    // Everything that it holds ends with its panel.
  }

  async #refresh(): Promise<void> {
    try {
      await this.#watch.refresh(this.#end.signal);
      const known = this.#ports.store.peek(this.#key);
      if (known !== undefined) this.#ports.seen(this.#key, known);
    } catch {
      // Told on the page, by whoever is told of each look.
    }
  }

  #take(message: PanelEvent): void {
    if (message.kind !== 'act') return;
    const { action: act } = message;
    if (isTalkAct(act)) {
      void this.#talk.take(act, message.value);
      return;
    }
    if (!isOverviewAct(act)) return;
    if (act === 'refresh') {
      void this.#refresh();
      void this.#talk.refresh();
      return;
    }
    const shown = this.#ports.store.peek(this.#key);
    if (shown !== undefined) this.#ports.act(act, this.#key, shown, message.value);
  }

  #draw(): void {
    const { store, actions, clock } = this.#ports;
    const known = store.isRead(this.#key) ? store.peek(this.#key) : undefined;
    if (known === undefined) {
      this.#panel.render(`!${this.#key.iid}`, overviewStart(this.#key.iid, this.#trouble));
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
    const places = this.#places(known);
    this.#texts.begin();
    const write = (text: string) => this.#texts.of(text, places);
    const model = {
      base: this.#key.base,
      mergeRequest: known,
      parts,
      talk: { ...this.#talk.facts, write },
      actions: mergeRequestActions({ ...known, approvals: parts.approvals }).filter(
        (action) => action !== 'delete' || this.#ports.mayDelete(),
      ),
      doing: actions.doing(this.#key),
      trouble: this.#trouble,
      now: clock.now(),
    };
    // What changes while somebody looks at it was seen, first of all what they did themselves.
    if (this.#panel.visible && window.state.focused) this.#ports.seen(this.#key, known);
    const description = known.description ?? '';
    this.#panel.render(
      plainText(`!${known.iid} ${known.title}`),
      overviewPage(model, description.trim() === '' ? undefined : write(description)),
    );
  }

  #places({ web_url: page }: MergeRequest): MarkdownPlaces {
    const { base } = this.#key;
    const project = page?.replace(/\/-\/merge_requests\/\d+$/, '') ?? base;
    return {
      base,
      project,
      mergeRequest: (iid) => `${project}/-/merge_requests/${iid}`,
      issue: (iid) => `${project}/-/issues/${iid}`,
      user: (name) => `${base}/${name}`,
    };
  }
}
