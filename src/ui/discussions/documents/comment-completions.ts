import {
  type CancellationToken,
  CompletionItem,
  CompletionItemKind,
  type CompletionItemProvider,
  CompletionList,
  languages,
  type Position,
  Range,
  type TextDocument,
} from 'vscode';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import {
  COMPLETION_SIGNS,
  completionInLine,
  type CompletionQuery,
} from '../../../domain/discussions/completion-query';
import { plainText } from '../../../presentation/shared/plain-text';
import type { Suggestion } from '../../../schemas/panel-message';
import type { Prompts } from '../../shared/editor/prompts';
import { withSignal } from '../../shared/editor/with-signal';
import { type CommentSuggestionDeps, commentSuggestions } from '../editor/comment-suggestions';
import { type SuggestionFactsDeps, suggestionFactsOf } from '../editor/suggestion-facts';
import { MARKDOWN_DOCUMENTS, mergeRequestOfDocument } from '../editor/written-text';

export interface CommentCompletionDeps extends CommentSuggestionDeps, SuggestionFactsDeps {
  readonly prompts: Pick<Prompts, 'showStatus'>;
}

const KINDS: Readonly<Record<string, CompletionItemKind>> = {
  '@': CompletionItemKind.User,
  '#': CompletionItemKind.Issue,
  '!': CompletionItemKind.Reference,
  '~': CompletionItemKind.EnumMember,
  '%': CompletionItemKind.Event,
  ':': CompletionItemKind.Text,
  '/': CompletionItemKind.Function,
};

/** Completes what the user types in comment boxes of diffs and in descriptions, with the suggestions of the page. */
export const registerCommentCompletions = (deps: CommentCompletionDeps): Disposable =>
  languages.registerCompletionItemProvider(
    MARKDOWN_DOCUMENTS,
    new CommentCompletions(deps),
    ...COMPLETION_SIGNS,
  );

class CommentCompletions implements CompletionItemProvider {
  readonly #deps: CommentCompletionDeps;

  constructor(deps: CommentCompletionDeps) {
    this.#deps = deps;
  }

  async provideCompletionItems(
    document: TextDocument,
    position: Position,
    token: CancellationToken,
  ): Promise<CompletionList | undefined> {
    const query = completionInLine(document.lineAt(position).text.slice(0, position.character));
    const key = mergeRequestOfDocument(document);
    if (query === undefined || key === undefined) return undefined;
    const found = await this.#ask(key, query, token);
    if (found === undefined) return undefined;
    const range = new Range(position.line, query.from, position.line, position.character);
    // Incomplete: the server is asked again for each text, because it also searches names and titles.
    return new CompletionList(
      found.map((suggestion, index) => itemOf(suggestion, query, range, index)),
      true,
    );
  }

  async #ask(
    key: MergeRequestKey,
    { sign, typed }: CompletionQuery,
    token: CancellationToken,
  ): Promise<readonly Suggestion[] | undefined> {
    const facts = suggestionFactsOf(this.#deps, key);
    const found = await withSignal(token, (signal) =>
      commentSuggestions(this.#deps, { key, sign, typed, facts }, signal),
    );
    if (found?.note !== undefined)
      this.#deps.prompts.showStatus(t("Couldn't load suggestions. {0}", found.note));
    return found?.items;
  }
}

function itemOf(
  { value, label, detail }: Suggestion,
  { sign, typed }: CompletionQuery,
  range: Range,
  index: number,
): CompletionItem {
  const shown = {
    label: plainText(label),
    ...(detail === undefined ? {} : { description: plainText(detail) }),
  };
  const item = new CompletionItem(shown, KINDS[sign]);
  item.range = range;
  item.insertText = `${value} `;
  // The suggestions already match. Their order is that of the server.
  item.filterText = `${sign}${typed}`;
  item.sortText = String(index).padStart(3, '0');
  return item;
}
