import { type Uri, workspace } from 'vscode';
import {
  type ChangedFiles,
  type GeneratedPatterns,
  generatedPatterns,
  patternsFor,
} from '../../../app/changes/generated-patterns';
import type { ProjectKey } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter, type Event } from '../../../base/emitter';
import { LIST_SETTINGS, SECTION } from '../../../presentation/shared/settings';
import type { ProjectFolder } from '../../shared/editor/project-folder';

const { key } = LIST_SETTINGS.reviewGeneratedFiles;

type Patterns = Readonly<Record<'all' | 'withoutWorkspace', GeneratedPatterns>>;

/** The patterns for generated files from the settings, by project. Read when first needed. */
export class GeneratedFiles implements Disposable {
  readonly #changed = new Emitter<void>();
  readonly #parts = new DisposableStore();
  readonly #folderOf: ProjectFolder;
  /** Keyed by workspace folder. */
  readonly #patterns = new Map<string, Patterns>();

  readonly onDidChange: Event<void> = this.#changed.event;

  constructor(folderOf: ProjectFolder) {
    this.#folderOf = folderOf;
    this.#parts.add(
      workspace.onDidChangeConfiguration((change) => {
        if (!change.affectsConfiguration(`${SECTION}.${key}`)) return;
        this.#patterns.clear();
        this.#changed.fire();
      }),
    );
  }

  for(project: ProjectKey, files: ChangedFiles): GeneratedPatterns {
    const folder = this.#folderOf(project);
    const id = folder?.toString() ?? '';
    const patterns = this.#patterns.get(id) ?? read(folder);
    this.#patterns.set(id, patterns);
    return patternsFor(files, patterns);
  }

  dispose(): void {
    this.#parts.dispose();
    this.#changed.dispose();
  }
}

function read(folder: Uri | undefined): Patterns {
  const settings = workspace.getConfiguration(SECTION, folder ?? null);
  const usual = LIST_SETTINGS.reviewGeneratedFiles.default;
  return {
    all: generatedPatterns(settings.get<unknown>(key), usual),
    withoutWorkspace: generatedPatterns(settings.inspect<unknown>(key)?.globalValue, usual),
  };
}
