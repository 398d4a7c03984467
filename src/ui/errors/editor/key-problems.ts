import {
  CodeAction,
  CodeActionKind,
  Diagnostic,
  type DiagnosticCollection,
  DiagnosticSeverity,
  languages,
  Range,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import type { HardCodedKey, HardCodedKeys } from '../../../app/errors/hard-coded-keys';
import type { ClientKeyKey } from '../../../app/shared/error-keys';
import { background, ignoreError } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { hardCodedMessage } from '../../../presentation/errors/client-key-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { commandWith } from '../../shared/editor/execute';

/** Source and code of the problems. */
const SOURCE = 'Switchyard';
const CODE = 'client-key';

/** Shows hard-coded client keys as problems until they are removed from their files. */
export class KeyProblems implements Disposable {
  readonly #uses: HardCodedKeys;
  readonly #collection: DiagnosticCollection = languages.createDiagnosticCollection('switchyard-client-keys');
  readonly #subscriptions = new DisposableStore();
  /** Incremented with each update, so that the results of an earlier one are discarded. */
  #turn = 0;

  constructor(uses: HardCodedKeys) {
    this.#uses = uses;
    this.#subscriptions.add(this.#collection);
    this.#subscriptions.add(
      uses.onDidChange(() => {
        background(this.#show());
      }),
    );
    this.#subscriptions.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        uses.update(document.uri.toString(), document.getText());
      }),
    );
    this.#subscriptions.add(
      workspace.onDidDeleteFiles(({ files }) => {
        for (const uri of files) uses.update(uri.toString(), undefined);
      }),
    );
    this.#subscriptions.add(
      workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri } of files) uses.update(oldUri.toString(), undefined);
      }),
    );
    this.#subscriptions.add(
      languages.registerCodeActionsProvider(
        { scheme: '*' },
        { provideCodeActions: (document, range) => this.#actions(document, range) },
        { providedCodeActionKinds: [CodeActionKind.QuickFix] },
      ),
    );
  }

  dispose(): void {
    this.#turn++;
    this.#subscriptions.dispose();
  }

  async #show(): Promise<void> {
    const turn = ++this.#turn;
    const shown = await Promise.all(
      [...this.#uses.uses].map(async ([address, uses]) => {
        const uri = Uri.parse(address, true);
        const diagnostics = uses.length === 0 ? [] : await problemsIn(uri, uses);
        return [uri, diagnostics] as const;
      }),
    );
    if (turn !== this.#turn) return;
    this.#collection.clear();
    for (const [uri, diagnostics] of shown) this.#collection.set(uri, diagnostics);
  }

  #actions(document: TextDocument, range: Range): CodeAction[] {
    const uses = this.#uses.uses.get(document.uri.toString()) ?? [];
    const problems = this.#collection.get(document.uri) ?? [];
    return uses.flatMap(({ start, end, known }) => {
      const at = new Range(document.positionAt(start), document.positionAt(end));
      if (known === undefined || at.intersection(range) === undefined) return [];
      const diagnostics = problems.filter((each) => each.range.isEqual(at));
      return [
        actionOn(known, diagnostics, {
          title: t('Rotate Client Key...'),
          command: COMMAND.rotateClientKey,
          isPreferred: true,
        }),
        actionOn(known, diagnostics, {
          title: t('Copy as SENTRY_DSN Environment Variable'),
          command: COMMAND.copyClientKey,
          isPreferred: false,
        }),
      ];
    });
  }
}

interface KeyAction {
  readonly title: string;
  readonly command: typeof COMMAND.rotateClientKey | typeof COMMAND.copyClientKey;
  readonly isPreferred: boolean;
}

function actionOn(
  clientKey: ClientKeyKey,
  diagnostics: Diagnostic[],
  { title, command, isPreferred }: KeyAction,
): CodeAction {
  const action = new CodeAction(title, CodeActionKind.QuickFix);
  action.command = commandWith(title, command, { target: { kind: 'client-key', clientKey }, line: true });
  action.diagnostics = diagnostics;
  action.isPreferred = isPreferred;
  return action;
}

/** Opens the document without showing it, to convert offsets to positions. */
async function problemsIn(uri: Uri, uses: readonly HardCodedKey[]): Promise<Diagnostic[]> {
  let document: TextDocument;
  try {
    document = await workspace.openTextDocument(uri);
  } catch (error) {
    ignoreError(error);
    return []; // The file no longer exists.
  }
  return uses.map(({ start, end, known }) => {
    const range = new Range(document.positionAt(start), document.positionAt(end));
    const problem = new Diagnostic(range, hardCodedMessage(known), DiagnosticSeverity.Warning);
    problem.source = SOURCE;
    problem.code = CODE;
    return problem;
  });
}
