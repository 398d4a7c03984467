import { type TextDocument, window, workspace } from 'vscode';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { mergeRequestId } from '../../../app/shared/keys';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { textPreview } from '../../../presentation/shared/forms/text-editor';
import { html } from '../../../presentation/shared/html';
import type { Panel, PanelKind } from '../../shared/panels/panel-frame';
import { mergeRequestOfDocument } from '../editor/written-text';
import { PageTexts, type PageTextsDeps } from './page-texts';

export interface PreviewDeps {
  readonly textParts: PageTextsDeps['textParts'];
  /** Returns the URL of the merge request, if it is known. */
  readonly pageOf: (key: MergeRequestKey) => string | undefined;
  readonly images: NonNullable<PanelKind<MergeRequestKey>['images']>;
}

/** Previews of the Markdown that the user writes in an editor. Not restored after a reload. */
export const previewKind = (deps: PreviewDeps): PanelKind<MergeRequestKey> => ({
  viewType: 'switchyard.preview',
  icon: 'merge-request',
  title: titleOf,
  name: mergeRequestId,
  read: () => undefined,
  fill: (panel, key) => new PreviewPage(panel, key, deps),
  images: deps.images,
});

const titleOf = ({ iid }: MergeRequestKey): string => t('Preview: !{0}', iid);

/** Shows the comment box or description of a merge request in which the user wrote last. */
class PreviewPage implements Disposable {
  readonly #panel: Pick<Panel, 'render' | 'close'>;
  readonly #key: MergeRequestKey;
  readonly #deps: PreviewDeps;
  readonly #texts: PageTexts;
  readonly #parts = new DisposableStore();
  #document: TextDocument | undefined;
  #isShown = false;

  constructor(panel: Pick<Panel, 'render' | 'close'>, key: MergeRequestKey, deps: PreviewDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    this.#texts = this.#parts.add(new PageTexts(key, deps));
    const draw = (): void => {
      this.#draw();
    };
    this.#parts.add(this.#texts.onDidChange(draw));
    this.#parts.add(
      window.onDidChangeActiveTextEditor((editor) => {
        this.#follow(editor?.document);
      }),
    );
    this.#parts.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (document === this.#document) draw();
      }),
    );
    this.#parts.add(
      workspace.onDidCloseTextDocument((document) => {
        if (document === this.#document) panel.close();
      }),
    );
    this.#follow(window.activeTextEditor?.document);
    draw();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  #follow(document: TextDocument | undefined): void {
    const written = document && mergeRequestOfDocument(document);
    if (written === undefined || mergeRequestId(written) !== mergeRequestId(this.#key)) return;
    this.#document = document;
    this.#draw();
  }

  #draw(): void {
    const write = this.#texts.writer(this.#deps.pageOf(this.#key));
    const text = this.#document?.getText() ?? '';
    const title = titleOf(this.#key);
    const shown = textPreview(text, write);
    // While a long text is being converted, the page keeps showing the previous one.
    if (this.#isShown && !this.#texts.isComplete) return;
    this.#isShown = true;
    this.#panel.render(
      title,
      html`<h1 class="visually-hidden">${title}</h1><div class="text-preview">${shown}</div>`,
    );
  }
}
