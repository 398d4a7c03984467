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
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { Projects } from '../../../app/projects/projects';
import type { MergeRequestKey } from '../../../app/shared/keys';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import {
  COMPLETION_SIGNS,
  completionInLine,
  type CompletionQuery,
} from '../../../domain/discussions/completion-query';
import { isOwn, mergeRequestActions } from '../../../domain/merge-requests/rules';
import { plainText } from '../../../presentation/shared/plain-text';
import type { Suggestion } from '../../../schemas/panel-message';
import type { Prompts } from '../../shared/editor/prompts';
import { withSignal } from '../../shared/editor/with-signal';
import {
  type CommentSuggestionDeps,
  commentSuggestions,
  type SuggestionFacts,
} from '../editor/comment-suggestions';
import { MARKDOWN_DOCUMENTS, mergeRequestOfDocument } from '../editor/written-text';

export interface CommentCompletionDeps extends CommentSuggestionDeps {
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'peekPart'>;
  readonly projects: Pick<Projects, 'accessOf'>;
  /** The username of the account on a server, if known. */
  readonly me: (base: string) => string | undefined;
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

  /** Loaded data, without requests. */
  #factsOf(key: MergeRequestKey): SuggestionFacts {
    const { mergeRequests, projects, me } = this.#deps;
    return {
      people: () => mergeRequests.peekPart(key, 'participants')?.items ?? [],
      actions: () => {
        const known = mergeRequests.peek(key);
        if (known === undefined) return [];
        const approvals = mergeRequests.peekPart(key, 'approvals') ?? null;
        const role = { access: projects.accessOf(key), isOwn: isOwn(known, me(key.base)) };
        return mergeRequestActions({ ...known, approvals, ...role });
      },
    };
  }

  async #ask(
    key: MergeRequestKey,
    { sign, typed }: CompletionQuery,
    token: CancellationToken,
  ): Promise<readonly Suggestion[] | undefined> {
    const facts = this.#factsOf(key);
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
