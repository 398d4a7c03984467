import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { Event } from '../../../base/emitter';
import { COMPLETION_TRIGGER_CHARACTERS } from '../../../presentation/shared/forms/text-editor';
import type { Panel, PanelEvent } from '../../shared/panels/panel-frame';
import type { CommentSuggestionDeps, SuggestionFacts } from '../editor/comment-suggestions';
import { type AttachedTexts, type AttachmentPort, PanelAttachments } from './panel-attachments';
import { PanelCompletions } from './panel-completions';

export interface TextBoxDeps extends CommentSuggestionDeps {
  readonly attachments: AttachmentPort;
}

/** Completion and attachments of all text boxes for Markdown on a page. */
export class PanelTextBoxes implements Disposable {
  readonly attachments: PanelAttachments;
  readonly #completions: PanelCompletions;
  readonly #parts = new DisposableStore();

  /** Fires when the page must be rendered again. */
  readonly onDidChange: Event<void>;

  constructor(
    panel: Pick<Panel, 'post' | 'isLoaded' | 'onDidChangeVisible'>,
    texts: AttachedTexts,
    deps: TextBoxDeps,
    facts: SuggestionFacts,
  ) {
    this.attachments = this.#parts.add(new PanelAttachments(panel, texts, deps.attachments));
    this.#completions = this.#parts.add(new PanelCompletions(panel, texts.project, deps, facts));
    this.onDidChange = this.attachments.onDidChange;
    this.#parts.add(
      panel.onDidChangeVisible((isVisible) => {
        if (!isVisible) this.attachments.unloaded();
      }),
    );
  }

  /** Returns true if the message was handled. */
  take(message: PanelEvent): boolean {
    switch (message.kind) {
      case 'attach':
        this.attachments.take(message);
        return true;
      case 'suggest':
        // Other fields have names of several characters.
        if (message.field.length !== 1 || !COMPLETION_TRIGGER_CHARACTERS.includes(message.field))
          return false;
        this.#completions.ask(message);
        return true;
      case 'suggest-end':
        this.#completions.cancel();
        return true;
      case 'act':
      case 'change':
      case 'command':
        return false;
    }
  }

  dispose(): void {
    this.#parts.dispose();
  }
}
