import type { Client } from '../../api/client';
import { listPipelines } from '../../api/endpoints/pipelines';
import { listBranches, listMembers, listTags } from '../../api/endpoints/repository';
import { isApiError } from '../../api/errors';
import { mergeRequestOf } from '../../domain/pipelines/rules';
import type { Projects } from '../projects/projects';
import type { ProjectKey } from '../shared/keys';
import { settleAll } from '../shared/settle-all';
import { unlessHidden } from '../shared/unless-hidden';
import type { Pipelines } from './pipelines';

/** Number of suggestions per request. Typing more of the name finds the others. */
const PAGE_SIZE = 20;
/** Each project requires requests for each pause in typing. */
const MAX_PROJECTS = 3;

/**
 * `other`: not an existing branch or tag, but with pipelines, for example a deleted branch. `unchecked`: the
 * typed text, if the server doesn't list its pipelines.
 */
export interface SuggestedRef {
  readonly ref: string;
  readonly kind: 'branch' | 'tag' | 'merge-request' | 'other' | 'unchecked';
}

/** `other`: not a member, but a user who started pipelines, for example a former member. */
export interface SuggestedAuthor {
  readonly username: string;
  readonly name: string | undefined;
  readonly kind: 'member' | 'other' | 'unchecked';
}

export interface FilterSuggestionDeps {
  readonly clientFor: (base: string) => Client;
  readonly projects: Pick<Projects, 'search' | 'headsOf'>;
  readonly pipelines: Pick<Pipelines, 'peekList'>;
}

type Seen = { readonly ref: string } | { readonly username: string };

/**
 * Suggests values for the pipeline filter from the servers of the workspace's projects, not only from the
 * list.
 */
export class FilterSuggestions {
  readonly #deps: FilterSuggestionDeps;

  constructor(deps: FilterSuggestionDeps) {
    this.#deps = deps;
  }

  /**
   * Branches and tags that contain the text, checked-out branches first. Rejects if all requests failed and
   * there are no refs of listed pipelines.
   */
  async refs(typed: string, signal: AbortSignal): Promise<readonly SuggestedRef[]> {
    const wanted = typed.trim();
    const projects = await this.#projects(signal);
    const listed = projects.flatMap((project) => this.#listedRefs(project));
    const found = await this.#ask(
      projects.flatMap((project) => [
        this.#branches(project, wanted, signal),
        this.#tags(project, wanted, signal),
      ]),
      listed.length > 0,
    );
    const heads = projects.flatMap((project) => this.#deps.projects.headsOf(project).map(({ name }) => name));
    const isHead = ({ ref }: SuggestedRef): boolean => heads.includes(ref);
    const all = firstOf([...found, ...listed.filter(({ ref }) => contains(shortRef(ref), wanted))], 'ref');
    const ordered = [...all.filter(isHead), ...all.filter((each) => !isHead(each))];
    const isKnown = ordered.some(({ ref }) => ref === wanted || shortRef(ref) === wanted);
    if (wanted === '' || isKnown) return ordered;
    const exact = await this.#checked(projects, refsNamed(wanted), (ref) => ({ ref }), signal);
    return [...ordered, ...exact.map(({ value, kind }) => ({ ref: value, kind: refKind(value, kind) }))];
  }

  /** Members whose name or username contains the text. Rejects if all requests failed. */
  async authors(typed: string, signal: AbortSignal): Promise<readonly SuggestedAuthor[]> {
    const wanted = typed.trim().replace(/^@/, '');
    const projects = await this.#projects(signal);
    const members = await this.#ask(
      projects.map((project) => this.#members(project, wanted, signal)),
      false,
    );
    const known = firstOf(members, 'username');
    if (!/^[\w.-]+$/.test(wanted) || known.some(({ username }) => username === wanted)) return known;
    const exact = await this.#checked(projects, [wanted], (username) => ({ username }), signal);
    return [...known, ...exact.map(({ value, kind }) => ({ username: value, name: undefined, kind }))];
  }

  async #projects(signal: AbortSignal): Promise<readonly ProjectKey[]> {
    const search = await this.#deps.projects.search(signal);
    if (search.state !== 'found') return [];
    return search.projects
      .flatMap((outcome) => (outcome.ok ? [outcome.project.key] : []))
      .slice(0, MAX_PROJECTS);
  }

  #listedRefs(project: ProjectKey): SuggestedRef[] {
    const pipelines = this.#deps.pipelines.peekList(project)?.pipelines ?? [];
    return pipelines.flatMap(({ ref, tag }) =>
      typeof ref === 'string' && ref !== ''
        ? [{ ref, kind: refKind(ref, tag === true ? 'tag' : 'branch') }]
        : [],
    );
  }

  async #branches({ base, project: id }: ProjectKey, search: string, signal: AbortSignal) {
    const args = { id, per_page: PAGE_SIZE, ...(search === '' ? {} : { search }) };
    const found = await unlessHidden(() => this.#deps.clientFor(base).page(listBranches, args, { signal }));
    return found.map(({ name }): SuggestedRef => ({ ref: name, kind: 'branch' }));
  }

  async #tags({ base, project: id }: ProjectKey, search: string, signal: AbortSignal) {
    const args = { id, per_page: PAGE_SIZE, ...(search === '' ? {} : { search }) };
    const found = await unlessHidden(() => this.#deps.clientFor(base).page(listTags, args, { signal }));
    return found.map(({ name }): SuggestedRef => ({ ref: name, kind: 'tag' }));
  }

  async #members({ base, project: id }: ProjectKey, query: string, signal: AbortSignal) {
    const args = { id, per_page: PAGE_SIZE, ...(query === '' ? {} : { query }) };
    const found = await unlessHidden(() => this.#deps.clientFor(base).page(listMembers, args, { signal }));
    return found.map(({ username, name }): SuggestedAuthor => ({ username, name, kind: 'member' }));
  }

  async #ask<T>(requests: readonly Promise<readonly T[]>[], hasOthers: boolean): Promise<readonly T[]> {
    const { values, failure } = await settleAll(requests);
    if (values.length === 0 && failure !== undefined && !hasOthers) throw failure;
    return values.flat();
  }

  /** Accepts the typed text if it has pipelines, or if a server doesn't list its pipelines. */
  async #checked(
    projects: readonly ProjectKey[],
    values: readonly string[],
    asSeen: (value: string) => Seen,
    signal: AbortSignal,
  ): Promise<readonly { readonly value: string; readonly kind: 'other' | 'unchecked' }[]> {
    const requests = values.flatMap((value) =>
      projects.map(async ({ base, project: id }) => {
        const query = { id, per_page: 1, ...asSeen(value) };
        const { items } = await this.#deps.clientFor(base).page(listPipelines, query, { signal });
        return items.length > 0 ? [value] : [];
      }),
    );
    const { values: matches, failures } = await settleAll(requests);
    const found = [...new Set(matches.flat())];
    if (found.length > 0) return found.map((value) => ({ value, kind: 'other' }));
    const isHidden = (error: Error): boolean =>
      isApiError(error, 'not-found') || isApiError(error, 'forbidden');
    const [first] = values;
    return failures.some(isHidden) && first !== undefined ? [{ value: first, kind: 'unchecked' }] : [];
  }
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

function shortRef(ref: string): string {
  const iid = mergeRequestOf(ref);
  return iid === undefined ? ref : `!${iid}`;
}

/** The server's refs of a merge request. */
function refsNamed(typed: string): readonly string[] {
  const iid = /^!(\d+)$/.exec(typed)?.[1];
  return iid === undefined
    ? [typed]
    : [`refs/merge-requests/${iid}/head`, `refs/merge-requests/${iid}/merge`];
}

const refKind = <Kind extends SuggestedRef['kind']>(ref: string, kind: Kind): Kind | 'merge-request' =>
  mergeRequestOf(ref) === undefined ? kind : 'merge-request';

function firstOf<Name extends string, T extends Readonly<Record<Name, string>>>(
  items: readonly T[],
  name: Name,
): readonly T[] {
  const known = new Map<string, T>();
  for (const item of items) if (!known.has(item[name])) known.set(item[name], item);
  return [...known.values()];
}
