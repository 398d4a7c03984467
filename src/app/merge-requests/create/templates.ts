import { orUndefined } from '../../../base/background';
import { templateOf } from '../../../domain/merge-requests/new-merge-request-values';
import { TEMPLATE_FOLDER, templateNames } from '../../../domain/merge-requests/template';
import type { GitPort } from '../../shared/git-port';

/** The merge request templates in a clone: their names, and the texts of those that were selected. */
export class CreateTemplates {
  readonly #git: Pick<GitPort, 'filesIn' | 'fileAt'>;
  readonly #texts = new Map<string, string>();
  #names: readonly string[] = [];

  constructor(git: Pick<GitPort, 'filesIn' | 'fileAt'>) {
    this.#git = git;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /**
   * Returns the text of the selected template; undefined if the selection isn't a template or wasn't read
   * yet.
   */
  textOf(choice: string): string | undefined {
    return this.#texts.get(templateOf(choice) ?? '');
  }

  /** Returns the file names of the templates; empty if the clone can't be read. */
  filesIn(repository: string): Promise<readonly string[]> {
    return this.#git.filesIn(repository, TEMPLATE_FOLDER).catch(() => []);
  }

  use(files: readonly string[]): void {
    this.#names = templateNames(files);
  }

  /** Reads the text of the selected template unless it is known. */
  async read(repository: string, choice: string, signal: AbortSignal): Promise<void> {
    const name = templateOf(choice);
    if (name === undefined || this.#texts.has(name)) return;
    const text = await orUndefined(this.#git.fileAt(repository, `${TEMPLATE_FOLDER}/${name}.md`));
    signal.throwIfAborted();
    // Browsers normalize line endings in text fields to `\n`.
    this.#texts.set(name, (text ?? '').replace(/\r\n?/g, '\n'));
  }
}
