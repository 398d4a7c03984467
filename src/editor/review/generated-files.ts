import { workspace } from 'vscode';
import {
  type ChangedFiles,
  type GeneratedPatterns,
  generatedPatterns,
  patternsFor,
} from '../../app/review/generated-patterns';
import { type Disposable, DisposableStore } from '../../base/disposable';
import { Emitter, type Event } from '../../base/emitter';
import { LIST_SETTINGS, SECTION } from '../../presentation/shared/settings';

const { key } = LIST_SETTINGS.generatedFiles;

/** The patterns for files that a program made, as the settings have them. Read when they are first needed. */
export class GeneratedFiles implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  #patterns: Readonly<Record<'all' | 'withoutWorkspace', GeneratedPatterns>> | undefined;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor() {
    this.#parts.add(
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(`${SECTION}.${key}`)) return;
        this.#patterns = undefined;
        this.#changed.fire();
      }),
    );
  }

  for(files: ChangedFiles): GeneratedPatterns {
    return patternsFor(files, (this.#patterns ??= read()));
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }
}

function read() {
  const settings = workspace.getConfiguration(SECTION);
  const usual = LIST_SETTINGS.generatedFiles.default;
  return {
    all: generatedPatterns(settings.get<unknown>(key), usual),
    withoutWorkspace: generatedPatterns(settings.inspect<unknown>(key)?.globalValue, usual),
  };
}
