import type { ProjectKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import type { Disposable } from '../../../base/disposable';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import {
  type CommentSuggestionDeps,
  commentSuggestions,
  type SuggestionFacts,
} from '../editor/comment-suggestions';

type Request = Extract<PanelEvent, { readonly kind: 'suggest' }>;

/** Completes what the user types in Markdown on a page. A new request cancels the previous one. */
export class PanelCompletions implements Disposable {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #project: () => ProjectKey | undefined;
  readonly #deps: CommentSuggestionDeps;
  readonly #facts: SuggestionFacts;
  #asking = new AbortController();

  constructor(
    panel: Pick<Panel, 'post'>,
    project: () => ProjectKey | undefined,
    deps: CommentSuggestionDeps,
    facts: SuggestionFacts,
  ) {
    this.#panel = panel;
    this.#project = project;
    this.#deps = deps;
    this.#facts = facts;
  }

  ask(request: Request): void {
    this.cancel();
    this.#asking = new AbortController();
    background(this.#answer(request, this.#asking.signal));
  }

  cancel(): void {
    this.#asking.abort();
  }

  dispose(): void {
    this.cancel();
  }

  async #answer({ form, field, text, number }: Request, signal: AbortSignal): Promise<void> {
    const key = this.#project();
    if (key === undefined) return;
    const query = { key, sign: field, typed: text, facts: this.#facts };
    const found = await commentSuggestions(this.#deps, query, signal);
    if (found !== undefined && !signal.aborted)
      this.#panel.post({ kind: 'suggestions', form, field, number, ...found });
  }
}
