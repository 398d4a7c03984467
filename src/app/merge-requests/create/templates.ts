import { templateOf } from '../../../domain/merge-requests/new-merge-request-values';
import { TEMPLATE_FOLDER, templateNames } from '../../../domain/merge-requests/template';
import type { GitPort } from '../../shared/git-port';

/** The templates for merge requests in a clone: their names, and the texts of those that were chosen. */
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

  /** The text of what is chosen in the form; undefined where that is no template, or where it isn't read yet. */
  textOf(choice: string): string | undefined {
    return this.#texts.get(templateOf(choice) ?? '');
  }

  /** File names of the templates; none where the clone can't be read. */
  filesIn(repository: string): Promise<readonly string[]> {
    return this.#git.filesIn(repository, TEMPLATE_FOLDER).catch(() => []);
  }

  use(files: readonly string[]): void {
    this.#names = templateNames(files);
  }

  /** Reads the text of what is chosen, unless it is known. */
  async read(repository: string, choice: string, signal: AbortSignal): Promise<void> {
    const name = templateOf(choice);
    if (name === undefined || this.#texts.has(name)) return;
    const text = await this.#git.fileAt(repository, `${TEMPLATE_FOLDER}/${name}.md`).catch(() => undefined);
    signal.throwIfAborted();
    // A browser knows one kind of line end.
    this.#texts.set(name, (text ?? '').replace(/\r\n?/g, '\n'));
  }
}
