import {
  type CancellationToken,
  CodeLens,
  languages,
  OverviewRulerLane,
  Range,
  Selection,
  type TextEditor,
  TextEditorLineNumbersStyle,
  TextEditorRevealType,
  ThemeColor,
  Uri,
  ViewColumn,
  window,
  workspace,
} from 'vscode';
import type { FramePlaces } from '../../../app/errors/frame-places';
import type { FrameKey } from '../../../app/shared/error-keys';
import { background, orUndefined } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import type { StackFrame } from '../../../domain/errors/stack-trace';
import { frameAddress, parsedAddressQuery } from '../../../presentation/errors/address';
import { frameWhere } from '../../../presentation/errors/labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { plainText } from '../../../presentation/shared/plain-text';
import { FRAME_SCHEME } from '../../../presentation/shared/tool-addresses';
import { frameKeySchema, type Target } from '../../../schemas/target';
import { commandWith } from '../../shared/editor/execute';

/**
 * Read-only documents with the code that an event contains for a frame whose file isn't in the workspace.
 * Lines have their numbers in the file, the line of the frame is marked, and a CodeLens explains the text.
 */
export class FrameDocuments implements Disposable {
  readonly #places: FramePlaces;
  readonly #subscriptions = new DisposableStore();
  readonly #mark = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('editor.stackFrameHighlightBackground'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.errorForeground'),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  readonly #numbers = window.createTextEditorDecorationType({});

  constructor(places: FramePlaces) {
    this.#places = places;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    add(this.#mark);
    add(this.#numbers);
    add(
      workspace.registerTextDocumentContentProvider(FRAME_SCHEME, {
        provideTextDocumentContent: (uri, token) => this.textOf(uri, token),
      }),
    );
    add(
      languages.registerCodeLensProvider(
        { scheme: FRAME_SCHEME },
        { provideCodeLenses: ({ uri }) => this.#lenses(uri) },
      ),
    );
    add(
      window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) background(this.#draw(editor));
      }),
    );
    // Editors restored from the last session.
    for (const editor of window.visibleTextEditors) background(this.#draw(editor));
  }

  /** Returns false if the event contains no code. */
  async open(key: FrameKey, frame: StackFrame, toSide: boolean): Promise<boolean> {
    if (frame.context.length === 0) return false;
    const host = key.source.kind === 'latest' ? new URL(key.source.error.base).host : 'pasted';
    const document = await workspace.openTextDocument(Uri.from(frameAddress(key, host, frame.file)));
    const editor = await window.showTextDocument(document, {
      preview: true,
      ...(toSide ? { viewColumn: ViewColumn.Beside } : {}),
    });
    const line = Math.max(
      0,
      frame.context.findIndex((each) => each.line === frame.line),
    );
    editor.selection = new Selection(line, 0, line, 0);
    editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
    await this.#draw(editor);
    return true;
  }

  async textOf(uri: Uri, token: CancellationToken): Promise<string> {
    const frame = await this.#frameOf(uri, token);
    if (frame === undefined)
      return t("Couldn't load the source code of this frame. Close this editor and open the frame again.");
    return frame.context.map(({ code }) => code).join('\n');
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #frameOf(uri: Uri, token?: CancellationToken): Promise<StackFrame | undefined> {
    const key = keyOf(uri);
    if (key === undefined) return undefined;
    const stop = new AbortController();
    const subscription = token?.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      return await this.#places.frameOf(key, stop.signal);
    } finally {
      subscription?.dispose();
    }
  }

  async #lenses(uri: Uri): Promise<CodeLens[]> {
    const key = keyOf(uri);
    const frame = await this.#frameOf(uri);
    if (key === undefined || frame === undefined) return [];
    const target: Target =
      key.source.kind === 'latest'
        ? { kind: 'tracked-error', error: key.source.error }
        : { kind: 'pasted-trace', id: key.source.id };
    const at = new Range(0, 0, 0, 0);
    return [
      new CodeLens(
        at,
        commandWith(
          t(
            "{0} isn't in this workspace; showing the source code from the event",
            plainText(frameWhere(frame)),
          ),
          COMMAND.openError,
          { target },
        ),
      ),
    ];
  }

  /** Marks the line of the frame and adds the line numbers of the file. */
  async #draw(editor: TextEditor): Promise<void> {
    const { document } = editor;
    if (document.uri.scheme !== FRAME_SCHEME) return;
    const frame = await orUndefined(this.#frameOf(document.uri));
    if (frame === undefined) return;
    const width = String(Math.max(...frame.context.map(({ line }) => line))).length;
    editor.options = { ...editor.options, lineNumbers: TextEditorLineNumbersStyle.Off };
    const lines = frame.context.slice(0, document.lineCount);
    editor.setDecorations(
      this.#numbers,
      lines.map(({ line }, index) => ({
        range: new Range(index, 0, index, 0),
        renderOptions: {
          before: {
            contentText: String(line).padStart(width, '\u2007'),
            color: new ThemeColor('editorLineNumber.foreground'),
            margin: '0 2ch 0 0',
          },
        },
      })),
    );
    const at = lines.findIndex(({ line }) => line === frame.line);
    editor.setDecorations(this.#mark, at === -1 ? [] : [new Range(at, 0, at, 0)]);
  }
}

/** Reads the frame from a URI, which can be from an untrusted source. */
function keyOf({ scheme, query }: Uri): FrameKey | undefined {
  if (scheme !== FRAME_SCHEME) return undefined;
  const read = frameKeySchema.safeParse(parsedAddressQuery({ query }));
  return read.success ? read.data : undefined;
}
