import type { CancellationToken, TextDocumentContentProvider, Uri } from 'vscode';
import type { Client } from '../../../api/client';
import { isCanceled } from '../../../api/errors';
import { readDiff, readVersion } from '../../../app/merge-requests/diff';
import { type Disposable, DisposableStore, onDispose } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { leftOut, type PatchEntry, patchText } from '../../../domain/shared/patch-text';
import { readDiffAddress } from '../../../presentation/changes/diff-address';
import { explain, sentences } from '../../../presentation/shared/error-messages';

/** Read-only documents with the diff of a merge request in git's format. Loaded when they are opened. */
export class DiffDocuments implements TextDocumentContentProvider, Disposable {
  readonly #clientFor: (base: string) => Client;
  readonly #parts = new DisposableStore();
  readonly #end = new AbortController();

  constructor(clientFor: (base: string) => Client) {
    this.#clientFor = clientFor;
    this.#parts.add(
      onDispose(() => {
        this.#end.abort();
      }),
    );
  }

  async provideTextDocumentContent(uri: Uri, token: CancellationToken): Promise<string> {
    const address = readDiffAddress(uri);
    if (address === undefined) return t('No content available at this URL.');
    const given = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      given.abort();
    });
    const options = { signal: AbortSignal.any([given.signal, this.#end.signal]) };
    const client = this.#clientFor(address.base);
    try {
      if (address.version !== undefined) {
        const { diffs } = await readVersion(client, address, address.version, options);
        return textOf(diffs, false);
      }
      const { entries, overflow } = await readDiff(client, address, options);
      return textOf(entries, overflow);
    } catch (error) {
      if (isCanceled(error)) return '';
      return sentences(t("Couldn't load the diff."), explain(error).why);
    } finally {
      subscription.dispose();
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}

/** Git ignores lines before the first file of a patch, so they can contain notes. */
function textOf(entries: readonly PatchEntry[], overflow: boolean): string {
  if (entries.length === 0) return t('No changes.');
  const missing = leftOut(entries);
  const notes = [
    overflow ? t('Diff truncated by the server. Some files are missing.') : undefined,
    missing.length === 0 ? undefined : t('Omitted by the server: {0}', missing.join(', ')),
  ].filter((note) => note !== undefined);
  return [...notes.map((note) => `# ${note}\n`), patchText(entries)].join('');
}
