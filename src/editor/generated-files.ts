import { workspace } from 'vscode';
import { generatedPatterns, type GeneratedPatterns } from '../app/generated-patterns';
import { Emitter, type Event } from '../base/emitter';
import { DisposableStore, type Disposable } from '../base/disposable';
import { LISTS, SECTION } from '../presentation/setting-ids';

const { key } = LISTS.generatedFiles;

/** The patterns for files that a program made, as the settings have them. Read when they are first needed. */
export class GeneratedFiles implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  #patterns: GeneratedPatterns | undefined;

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

  current(): GeneratedPatterns {
    if (this.#patterns !== undefined) return this.#patterns;
    const held: unknown = workspace.getConfiguration(SECTION).get(key);
    return (this.#patterns = generatedPatterns(held, LISTS.generatedFiles.default));
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }
}
