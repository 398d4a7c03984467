import type { CallOptions, Client } from '../../../api/client';
import { listBranches, listLabels, listMembers, listMilestones } from '../../../api/endpoints/repository';
import { isApiError } from '../../../api/errors';
import type { Suggestion } from '../../../schemas/panel-message';
import type { Project } from '../../../schemas/project';

/** Types of values with suggestions. */
export type SuggestedType = 'branches' | 'people' | 'labels' | 'milestones';

const MAX = 20;

type Ask = (
  client: Client,
  project: Project,
  text: string,
  options: CallOptions,
) => Promise<readonly Suggestion[]>;

const SUGGESTION_READERS: Readonly<Record<SuggestedType, Ask>> = {
  branches: async (client, { id, default_branch: first }, text, options) => {
    const { items } = await client.page(listBranches, { id, per_page: MAX, ...searched(text) }, options);
    const names = items.map(({ name }) => name);
    const isFirst = (name: string): number => (name === first ? 0 : 1);
    return names.sort((a, b) => isFirst(a) - isFirst(b)).map((name) => ({ value: name, label: name }));
  },
  people: async (client, { id }, text, options) => {
    const query = text === '' ? {} : { query: text };
    const { items } = await client.page(listMembers, { id, per_page: MAX, ...query }, options);
    return items.map((person) => ({
      value: String(person.id),
      label: person.name,
      detail: `@${person.username}`,
    }));
  },
  labels: async (client, { id }, text, options) => {
    const { items } = await client.page(listLabels, { id, per_page: MAX, ...searched(text) }, options);
    return items.map(({ name, description }) => ({
      value: name,
      label: name,
      detail: description ?? undefined,
    }));
  },
  milestones: async (client, { id }, text, options) => {
    const { items } = await client.page(
      listMilestones,
      { id, state: 'active', per_page: MAX, ...searched(text) },
      options,
    );
    return items.map((milestone) => ({
      value: String(milestone.id),
      label: milestone.title,
      detail: milestone.due_date ?? undefined,
    }));
  },
};

const searched = (text: string): { readonly search?: string } => (text === '' ? {} : { search: text });

/**
 * Returns the values of the project that match a text; undefined if the server doesn't return any
 * (server-behavior.md#core-and-additional-endpoints).
 */
export async function suggestionsOf(
  client: Client,
  project: Project,
  { what, text }: { readonly what: SuggestedType; readonly text: string },
  options: CallOptions,
): Promise<readonly Suggestion[] | undefined> {
  try {
    return await SUGGESTION_READERS[what](client, project, text, options);
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return undefined;
    throw error;
  }
}
