import { isCanceled } from '../../../api/errors';
import type { CreateSession } from '../../../app/merge-requests/create/session';
import type { Disposable } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import { CREATE_FORM } from '../../../presentation/merge-requests/create-form';
import { explain } from '../../../presentation/shared/error-messages';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import { SUGGESTION_SOURCES } from './create-fields';

/** Suggests values for the fields of a new merge request. A new request cancels the previous one. */
export class CreateSuggestions implements Disposable {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #session: CreateSession;
  readonly #changed = new Emitter<void>();
  #asking = new AbortController();
  #freeLabels = false;

  /** Fires when `freeLabels` changes. */
  readonly onDidChange = this.#changed.event;

  constructor(panel: Pick<Panel, 'post'>, session: CreateSession) {
    this.#panel = panel;
    this.#session = session;
  }

  /** True if the server doesn't list labels. */
  get freeLabels(): boolean {
    return this.#freeLabels;
  }

  async ask({ field, text, number }: Extract<PanelEvent, { kind: 'suggest' }>): Promise<void> {
    this.#asking.abort();
    const stop = (this.#asking = new AbortController());
    const request = SUGGESTION_SOURCES[field];
    if (request === undefined) return;
    const response = { kind: 'suggestions', form: CREATE_FORM, field, number } as const;
    try {
      const items = await this.#session.suggest(request.what, request.of, text, stop.signal);
      if (items === undefined && request.what === 'labels' && !this.#freeLabels) {
        this.#freeLabels = true;
        this.#changed.fire();
      }
      this.#panel.post({
        ...response,
        items: items ?? [],
        note: items === undefined ? t("The server doesn't provide suggestions for this field.") : undefined,
      });
    } catch (error) {
      if (!isCanceled(error)) this.#panel.post({ ...response, items: [], note: explain(error).why });
    }
  }

  dispose(): void {
    this.#asking.abort();
    this.#changed.dispose();
  }
}
