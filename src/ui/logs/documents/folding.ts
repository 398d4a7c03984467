import {
  EventEmitter,
  FoldingRange,
  FoldingRangeKind,
  type FoldingRangeProvider,
  languages,
  type TextDocument,
} from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { flatRanges } from '../../../domain/logs/section-ranges';
import type { LogDocuments } from './documents';
import { LOG_SELECTOR, sectionsOf } from './lines';

/** Provides the sections of logs as folding ranges. */
export class LogFolding implements FoldingRangeProvider, Disposable {
  readonly #documents: LogDocuments;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions = new DisposableStore();
  /** The number of sections and of ended sections at the last update. */
  #last = '';

  readonly onDidChangeFoldingRanges = this.#changed.event;

  constructor(documents: LogDocuments) {
    this.#documents = documents;
    this.#subscriptions.add(languages.registerFoldingRangeProvider(LOG_SELECTOR, this));
    this.#subscriptions.add(
      documents.onDidUpdate(({ uri, feed: { trace } }) => {
        const ended = trace.sections.filter(({ last }) => last !== undefined).length;
        const now = `${uri.toString()} ${trace.sections.length} ${ended}`;
        if (now === this.#last) return;
        this.#last = now;
        this.#changed.fire();
      }),
    );
  }

  provideFoldingRanges(document: TextDocument): FoldingRange[] {
    return flatRanges(sectionsOf(this.#documents, document))
      .filter(({ first, last }) => last > first)
      .map(({ first, last }) => new FoldingRange(first, last, FoldingRangeKind.Region));
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#changed.dispose();
  }
}
