import type { MergeRequests } from '../../app/merge-requests/merge-requests';
import type { MergeRequestPart, MergeRequestParts } from '../../app/merge-requests/parts';
import type { MergeRequestKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import {
  participantRow,
  reviewerRow,
  timeRows,
  timeSummary,
} from '../../presentation/merge-requests/part-rows';
import { emptyRow } from '../../presentation/pipelines/rows';
import type { Row } from '../../presentation/shared/row';
import type { MergeRequest } from '../../schemas/merge-request';
import type { Entry } from '../tree-node';
import { type Section, SECTIONS } from './node';

/** Rows of a merge request; what has nothing to say is left out. */
export function sectionEntries(key: MergeRequestKey, of: MergeRequest): readonly Entry[] {
  const told = SECTIONS.filter((section) => section !== 'time' || timeSummary(of.time_stats) !== undefined);
  return [
    { key: 'overview', data: { kind: 'overview', mergeRequest: key } },
    ...told.map((section): Entry => ({
      key: section,
      data: { kind: 'section', section, mergeRequest: key },
    })),
  ];
}

type Read = (store: MergeRequests, key: MergeRequestKey, now: number) => Promise<readonly Entry[]>;

/** Those that show a part of a merge request as it was read. */
type PartSection = Exclude<Section, 'changes' | 'threads'>;

/** What is inside each of them. */
export const SECTION_ENTRIES: Readonly<Record<PartSection, Read>> = {
  commits: async (store, key) => {
    const commits = await listed(store, key, 'commits');
    return withRest(commits, [t('No commits'), t('Not all commits are shown')], ({ id }) => ({
      key: id,
      data: { kind: 'commit', mergeRequest: key, sha: id },
    }));
  },
  pipelines: async (store, key) => {
    const pipelines = await listed(store, key, 'pipelines');
    return withRest(
      pipelines,
      [t('No pipelines'), t('Not all pipelines are shown')],
      ({ id, project_id: project }) => ({
        key: String(id),
        // Those of a fork's branch run in the fork.
        data: {
          kind: 'pipeline',
          pipeline: { base: key.base, project: project ?? key.project, pipeline: id },
        },
      }),
    );
  },
  people: async (store, key, now) => {
    const [of, reviewers, participants] = await Promise.all([
      store.get(key),
      store.part(key, 'reviewers'),
      store.part(key, 'participants'),
    ]);
    const reviewing = reviewers?.items ?? [];
    const others = (participants?.items ?? []).filter(
      ({ id }) => !reviewing.some(({ user }) => user.id === id),
    );
    const role = (id: number) =>
      of.author?.id === id
        ? 'author'
        : of.assignees?.some((each) => each.id === id) === true
          ? 'assignee'
          : 'participant';
    return noted(
      [
        ...reviewing.map((each) => [`reviewer ${each.user.id}`, reviewerRow(each, now)] as const),
        ...others.map((each) => [`participant ${each.id}`, participantRow(each, role(each.id))] as const),
      ],
      t('No participants yet'),
    );
  },
  closes: async (store, key) => {
    const issues = await listed(store, key, 'closes');
    return withRest(issues, [t('No issues'), t('Not all issues are shown')], ({ id }) => ({
      key: `issue ${id}`,
      data: { kind: 'issue', mergeRequest: key, issue: id },
    }));
  },
  time: async (store, key) => {
    const [{ time_stats: told }, read] = await Promise.all([store.get(key), store.part(key, 'time')]);
    const times = read ?? told;
    const rows = times ? timeRows(times) : [];
    return noted(
      rows.map((row) => [row.label, row] as const),
      t('No estimate or time spent'),
    );
  },
};

type ListPart = Exclude<MergeRequestPart, 'approvals' | 'time'>;

const listed = <K extends ListPart>(
  store: MergeRequests,
  key: MergeRequestKey,
  name: K,
): Promise<MergeRequestParts[K] | undefined> => store.part(key, name);

/** The items of a list as entries, and a note where it is empty or the server has more of them. */
function withRest<T>(
  list: { readonly items: readonly T[]; readonly cut: boolean } | undefined,
  [none, rest]: readonly [none: string, rest: string],
  entry: (item: T) => Entry,
): readonly Entry[] {
  const { items = [], cut = false } = list ?? {};
  if (items.length === 0) return noted([], none);
  return [...items.map(entry), ...(cut ? noted([], rest) : [])];
}

function noted(rows: readonly (readonly [key: string, row: Row])[], none: string): readonly Entry[] {
  const entry = ([key, row]: readonly [string, Row]): Entry => ({ key, data: { kind: 'note', row } });
  return rows.length === 0 ? [entry(['note none', emptyRow(none)])] : rows.map(entry);
}

/** What is known of a section without asking. */
export function sectionSummary(
  store: MergeRequests,
  key: MergeRequestKey,
  section: PartSection,
): string | undefined {
  if (section === 'time') return timeSummary(store.peekPart(key, 'time') ?? store.peek(key)?.time_stats);
  if (section === 'people') return undefined;
  const part = store.peekPart(key, section);
  return part === undefined ? undefined : `${part.items.length}${part.cut ? '+' : ''}`;
}
