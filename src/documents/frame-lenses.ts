import { CodeLens, EventEmitter, languages, Range, workspace, type TextDocument } from 'vscode';
import { trackedErrorId, type TrackedErrorKey } from '../app/error-keys';
import type { FrameLines } from '../app/frame-lines';
import type { FramePlaces } from '../app/frame-places';
import type { TrackedErrors } from '../app/tracked-errors';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import type { Event } from '../base/emitter';
import { COMMAND } from '../presentation/command-ids';
import { occurrenceWords } from '../presentation/tracked-error-words';

export interface FrameLensPorts {
  readonly lines: FrameLines;
  readonly places: FramePlaces;
  readonly errors: TrackedErrors;
  readonly clock: Clock;
  readonly isOn: () => boolean;
  readonly onDidChangeSettings: Event<void>;
}

/** Errors that are told above one line. */
const MOST_AT_A_LINE = 3;

/** Says above lines of the workspace's files how often errors came from them. */
export class FrameLenses implements Disposable {
  readonly #ports: FrameLensPorts;
  readonly #changed = new EventEmitter<void>();
  readonly #subscriptions = new DisposableStore();

  constructor(ports: FrameLensPorts) {
    this.#ports = ports;
    const add = (part: Disposable): Disposable => this.#subscriptions.add(part);
    const anew = (): void => {
      this.#changed.fire();
    };
    add(this.#changed);
    add(ports.lines.onDidChange(anew));
    add(ports.errors.onDidChange(anew));
    add(ports.onDidChangeSettings(anew));
    add(
      languages.registerCodeLensProvider([{ scheme: 'file' }, { scheme: 'vscode-remote' }], {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: (document) => this.#lenses(document),
      }),
    );
    add(
      workspace.onDidSaveTextDocument(({ uri }) => {
        if (!ports.lines.has(uri.toString())) return;
        // Lines may have moved.
        ports.places.forget();
        ports.lines.lookAgain();
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #lenses(document: TextDocument): CodeLens[] {
    const { lines, isOn } = this.#ports;
    if (!isOn()) return [];
    const byLine = new Map<number, TrackedErrorKey[]>();
    for (const { line, error } of lines.of(document.uri.toString())) {
      if (line <= document.lineCount) byLine.set(line, [...(byLine.get(line) ?? []), error]);
    }
    return [...byLine].flatMap(([line, errors]) => this.#atLine(line, errors));
  }

  #atLine(line: number, keys: readonly TrackedErrorKey[]): CodeLens[] {
    const { errors, clock } = this.#ports;
    const known = new Map(keys.map((key) => [trackedErrorId(key), key]));
    return [...known.values()]
      .flatMap((key) => {
        const facts = errors.peek(key);
        return facts === undefined ? [] : [{ key, facts }];
      })
      .sort((one, other) => (other.facts.lastSeen ?? '').localeCompare(one.facts.lastSeen ?? ''))
      .slice(0, MOST_AT_A_LINE)
      .map(
        ({ key, facts }) =>
          new CodeLens(new Range(line - 1, 0, line - 1, 0), {
            title: occurrenceWords(facts, clock.now()),
            tooltip: facts.title,
            command: COMMAND.openError,
            arguments: [{ target: { kind: 'tracked-error', error: key } }],
          }),
      );
  }
}
