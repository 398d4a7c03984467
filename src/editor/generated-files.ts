import { workspace } from 'vscode';
import { Emitter, type Event } from '../base/emitter';
import { DisposableStore, type Disposable } from '../base/disposable';
import { globs, type Globs } from '../domain/diff/file-globs';
import { LISTS, SECTION } from '../presentation/setting-ids';

const { key } = LISTS.generatedFiles;

/** The patterns for files that a program made, as the settings have them. Read when they are first needed. */
export class GeneratedFiles implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  #globs: Globs | undefined;

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor() {
    this.#parts.add(
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(`${SECTION}.${key}`)) return;
        this.#globs = undefined;
        this.#changed.fire();
      }),
    );
  }

  current(): Globs {
    if (this.#globs !== undefined) return this.#globs;
    const held: unknown = workspace.getConfiguration(SECTION).get(key);
    return (this.#globs = globs(Array.isArray(held) ? held : LISTS.generatedFiles.default));
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }
}
