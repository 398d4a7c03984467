import { CodeLens, EventEmitter, languages, Range, type TextDocument, workspace } from 'vscode';
import type { FrameLines } from '../../../app/errors/frame-lines';
import type { FramePlaces } from '../../../app/errors/frame-places';
import type { TrackedErrors } from '../../../app/errors/tracked-errors';
import { trackedErrorId, type TrackedErrorKey } from '../../../app/shared/error-keys';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { lensLabel } from '../../../presentation/errors/labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { escapeInvisibleLine } from '../../../presentation/shared/escape-invisible';
import { plainText } from '../../../presentation/shared/plain-text';
import { commandWith } from '../../shared/editor/execute';

export interface FrameLensDeps {
  readonly lines: FrameLines;
  readonly places: FramePlaces;
  readonly errors: TrackedErrors;
  readonly clock: Clock;
  readonly isOn: () => boolean;
  readonly onDidChangeSettings: Event<void>;
}

/** Maximum number of errors above a line. */
const MAX_AT_A_LINE = 3;

/** Shows above lines of workspace files how often errors occurred in them. */
export class FrameLenses implements Disposable {
  readonly #deps: FrameLensDeps;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions = new DisposableStore();

  constructor(deps: FrameLensDeps) {
    this.#deps = deps;
    const add = (part: Disposable): Disposable => this.#subscriptions.add(part);
    const refresh = (): void => {
      this.#changed.fire();
    };
    add(this.#changed);
    add(deps.lines.onDidChange(refresh));
    add(deps.errors.onDidChange(refresh));
    add(deps.onDidChangeSettings(refresh));
    add(
      languages.registerCodeLensProvider([{ scheme: 'file' }, { scheme: 'vscode-remote' }], {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => this.#lenses(document),
      }),
    );
    add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (!deps.lines.has(uri.toString())) return;
        // Lines may have moved.
        deps.places.forget();
        deps.lines.refresh();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #lenses(document: TextDocument): CodeLens[] {
    const { lines, isOn } = this.#deps;
    if (!isOn()) return [];
    const byLine = new Map<number, TrackedErrorKey[]>();
    for (const { line, error } of lines.of(document.uri.toString())) {
      if (line <= document.lineCount) byLine.set(line, [...(byLine.get(line) ?? []), error]);
    }
    return [...byLine].flatMap(([line, errors]) => this.#atLine(line, errors));
  }

  #atLine(line: number, keys: readonly TrackedErrorKey[]): CodeLens[] {
    const { errors, clock } = this.#deps;
    const known = new Map(keys.map((key) => [trackedErrorId(key), key]));
    return [...known.values()]
      .flatMap((key) => {
        const facts = errors.peek(key);
        return facts === undefined ? [] : [{ key, facts }];
      })
      .sort((one, other) => (other.facts.lastSeen ?? '').localeCompare(one.facts.lastSeen ?? ''))
      .slice(0, MAX_AT_A_LINE)
      .map(
        ({ key, facts }) =>
          new CodeLens(new Range(line - 1, 0, line - 1, 0), {
            ...commandWith(plainText(lensLabel(facts, clock.now())), COMMAND.openError, {
              target: { kind: 'tracked-error', error: key },
            }),
            tooltip: escapeInvisibleLine(facts.title),
          }),
      );
  }
}
