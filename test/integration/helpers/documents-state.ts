import * as vscode from 'vscode';
import { until } from './harness';

/** More than VS Code keeps: it releases the oldest ones when there are 60. */
const MAX_KEPT = 60;
const SCHEME = 'released-by-tests';
let number = 0;

/**
 * Makes VS Code release the extension's documents whose editors are closed. It keeps the latest documents for some minutes,
 * and then wouldn't ask an extension that is started again for their content.
 */
export async function releaseDocuments(): Promise<void> {
  if (ownDocuments().length === 0) return;
  const provider = vscode.workspace.registerTextDocumentContentProvider(SCHEME, {
    provideTextDocumentContent: () => '',
  });
  try {
    const names = Array.from({ length: MAX_KEPT }, () =>
      vscode.Uri.from({ scheme: SCHEME, path: `/${number++}` }),
    );
    // Fails if the document is released before its text has arrived.
    await Promise.allSettled(names.map((name) => vscode.workspace.openTextDocument(name)));
    await until(() => ownDocuments().length === 0, {
      description: () => `VS Code releases ${ownDocuments().join(', ')}`,
    });
  } finally {
    provider.dispose();
  }
}

const ownDocuments = (): readonly string[] =>
  vscode.workspace.textDocuments
    .map(({ uri }) => uri)
    .filter(({ scheme }) => scheme.startsWith('switchyard-'))
    .map(String);
