import { suggest } from '../../../app/merge-requests/query-suggestions';
import { issueSuggestions, mergeRequestSuggestions } from '../../../app/merge-requests/reference-suggestions';
import type { ProjectKey } from '../../../app/shared/keys';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import {
  emojiSuggestions,
  mergedSuggestions,
  namedReference,
  personSuggestions,
  quickActionSuggestions,
} from '../../../presentation/merge-request-page/completion-items';
import type { Person } from '../../../presentation/merge-request-page/model';
import { explain } from '../../../presentation/shared/error-messages';
import type { Suggestion } from '../../../schemas/panel-message';

type Client = Parameters<typeof issueSuggestions>[0];

export interface CommentSuggestionDeps {
  readonly clientFor: (base: string) => Client;
  readonly clock: Pick<Clock, 'wait'>;
}

/** Known data about the merge request. */
export interface SuggestionFacts {
  readonly people: () => readonly Person[];
  readonly actions: () => Parameters<typeof quickActionSuggestions>[1];
}

/** A text to complete in Markdown for a merge request of a project. `sign`: the character that starts it. */
export interface SuggestionQuery {
  readonly key: ProjectKey;
  readonly sign: string;
  readonly typed: string;
  readonly facts: SuggestionFacts;
}

/** `note`: why there are no suggestions. */
export interface CommentSuggestions {
  readonly items: readonly Suggestion[];
  readonly note?: string | undefined;
}

/** Milliseconds without typing before a request is sent. */
const DELAY_MS = 200;

/**
 * Returns people, issues, merge requests, labels, milestones, emojis, or quick actions for a comment. Undefined
 * if the character starts no completion, or if the signal aborts.
 */
export async function commentSuggestions(
  { clientFor, clock }: CommentSuggestionDeps,
  { key, sign, typed, facts }: SuggestionQuery,
  signal: AbortSignal,
): Promise<CommentSuggestions | undefined> {
  // The page can send any text as the character.
  const local = Object.hasOwn(LOCAL, sign) ? LOCAL[sign]?.(typed, facts) : undefined;
  const remote = Object.hasOwn(REMOTE, sign) ? REMOTE[sign] : undefined;
  if (remote === undefined) return local && { items: local };
  try {
    await clock.wait(DELAY_MS, signal);
    const found = await remote(clientFor(key.base), key.project, typed, signal);
    const items = mergedSuggestions(local ?? [], found.items);
    return signal.aborted ? undefined : { items, note: items.length === 0 ? found.note : undefined };
  } catch (error) {
    if (signal.aborted) return undefined;
    return { items: local ?? [], note: explain(error).why };
  }
}

/** Suggestions that need no request, by the character that starts them. */
const LOCAL: Readonly<
  Record<string, ((text: string, facts: SuggestionFacts) => readonly Suggestion[]) | undefined>
> = {
  '@': (text, { people }) => personSuggestions(people(), text),
  ':': (text) => emojiSuggestions(text),
  '/': (text, { actions }) => quickActionSuggestions(text, actions()),
};

/** Suggestions from the server, by the character that starts them. */
const REMOTE: Readonly<
  Record<
    string,
    | ((
        client: Client,
        project: number | string,
        text: string,
        signal: AbortSignal,
      ) => Promise<CommentSuggestions>)
    | undefined
  >
> = {
  '@': async (client, project, text, signal) =>
    values(
      await suggest(client, { kind: 'usernames', ...of(project, text) }, { signal }),
      (name) => `@${name}`,
    ),
  '~': async (client, project, text, signal) =>
    values(await suggest(client, { kind: 'labels', ...of(project, text) }, { signal }), (name) =>
      namedReference('~', name),
    ),
  '%': async (client, project, text, signal) =>
    values(await suggest(client, { kind: 'milestones', ...of(project, text) }, { signal }), (name) =>
      namedReference('%', name),
    ),
  '!': async (client, project, text, signal) => ({
    items: await mergeRequestSuggestions(client, project, text, { signal }),
  }),
  '#': async (client, project, text, signal) => ({
    items: await issueSuggestions(client, project, text, { signal }),
  }),
};

const of = (project: number | string, typed: string) => ({
  typed,
  allowsWildcards: false,
  projects: [project],
});

const values = (
  { items, gap }: Awaited<ReturnType<typeof suggest>>,
  written: (value: string) => string,
): CommentSuggestions => ({
  items: items.map((item) => ({ ...item, value: written(item.value) })),
  ...(gap === undefined ? {} : { note: t("The server doesn't provide suggestions.") }),
});
