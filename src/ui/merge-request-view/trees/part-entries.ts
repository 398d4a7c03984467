import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestPart, MergeRequestParts } from '../../../app/merge-requests/parts';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { mergePipeline } from '../../../domain/merge-requests/merge-pipeline';
import { canRequestAgain } from '../../../domain/merge-requests/review-request';
import { obstacleToMergeRequest } from '../../../domain/merge-requests/rules';
import {
  participantRow,
  reviewerRow,
  timeRows,
  timeSummary,
} from '../../../presentation/merge-requests/part-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import { parts, type Row } from '../../../presentation/shared/row';
import { statusWord } from '../../../presentation/shared/status-icons';
import type { MergeRequest } from '../../../schemas/merge-request';
import type { Entry } from '../../tree-node';
import { type Section, SECTIONS } from './node';

/** Returns the rows below a merge request, without those that have no data. */
export function sectionEntries(key: MergeRequestKey, of: MergeRequest): readonly Entry[] {
  const sections = SECTIONS.filter(
    (section) =>
      (section !== 'time' || timeSummary(of.time_stats) !== undefined) &&
      (section !== 'conflicts' || obstacleToMergeRequest('resolveConflicts', of) === undefined),
  );
  return [
    { key: 'overview', data: { kind: 'overview', mergeRequest: key } },
    ...sections.map((section): Entry => ({
      key: section,
      data: { kind: 'section', section, mergeRequest: key },
    })),
  ];
}

/** `mayEdit`: the user's role allows changing the merge request. */
interface ReadContext {
  readonly now: number;
  readonly mayEdit: (of: MergeRequest) => boolean;
}

type Read = (store: MergeRequests, key: MergeRequestKey, context: ReadContext) => Promise<readonly Entry[]>;

/** Sections that show a part of a merge request. */
type PartSection = Exclude<Section, 'changes' | 'threads' | 'conflicts'>;

/** Returns the children of each section. */
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
        // Pipelines of a fork's branch run in the fork.
        data: {
          kind: 'pipeline',
          pipeline: { base: key.base, project: project ?? key.project, pipeline: id },
        },
      }),
    );
  },
  people: async (store, key, { now, mayEdit }) => {
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
    const entries = reviewing.map((each): Entry => {
      const canRequest = mayEdit(of) && canRequestAgain(each, of);
      const target = { kind: 'reviewer', mergeRequest: key, user: each.user.id } as const;
      const data = { kind: 'note', row: reviewerRow(each, now, { canRequest }), target } as const;
      return { key: `reviewer ${each.user.id}`, data };
    });
    const rows = others.map(
      (each) => [`participant ${each.id}`, participantRow(each, role(each.id))] as const,
    );
    return entries.length > 0 && rows.length === 0
      ? entries
      : [...entries, ...noted(rows, t('No participants yet'))];
  },
  closes: async (store, key) => {
    const issues = await listed(store, key, 'closes');
    return withRest(issues, [t('No issues'), t('Not all issues are shown')], ({ id }) => ({
      key: `issue ${id}`,
      data: { kind: 'issue', mergeRequest: key, issue: id },
    }));
  },
  time: async (store, key) => {
    const [{ time_stats: stats }, read] = await Promise.all([store.get(key), store.part(key, 'time')]);
    const times = read ?? stats;
    const rows = times ? timeRows(times) : [];
    return noted(
      rows.map((row) => [row.label, row] as const),
      t('No estimate or time spent'),
    );
  },
};

type ListPart = Exclude<MergeRequestPart, 'approvals' | 'project' | 'time'>;

const listed = <K extends ListPart>(
  store: MergeRequests,
  key: MergeRequestKey,
  name: K,
): Promise<MergeRequestParts[K] | undefined> => store.part(key, name);

/** Returns the items of a list as entries, with a note if it is empty or the server has more items. */
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

/** Returns the summary of a section from the cached data. */
export function sectionSummary(
  store: MergeRequests,
  key: MergeRequestKey,
  section: PartSection,
): string | undefined {
  if (section === 'time') return timeSummary(store.peekPart(key, 'time') ?? store.peek(key)?.time_stats);
  // Participants are forgotten after each comment, so a count would disappear and change the row twice.
  if (section === 'people') return undefined;
  const part = store.peekPart(key, section);
  const count = part && `${part.items.length}${part.cut ? '+' : ''}`;
  if (section !== 'pipelines') return count;
  const of = store.peek(key);
  const latest = of && mergePipeline(of);
  return parts(latest ? statusWord(latest) : undefined, count) || undefined;
}
