import type { MergeRequestKey } from '../../app/shared/keys';
import type { MergeRequestStep } from '../../domain/merge-requests/next-step';
import type { MergeRequestQuery, Preset, QueryPlace } from '../../domain/merge-requests/query';
import type { Row } from '../../presentation/shared/row';
import type { Target } from '../../schemas/target';
import type { ChangeNodeData } from './change-node';
import type { ThreadNodeData } from './thread-node';

/** What is told below a merge request, each in a row of its own that can be opened. */
export const SECTIONS = ['changes', 'threads', 'commits', 'pipelines', 'people', 'closes', 'time'] as const;
export type Section = (typeof SECTIONS)[number];

/** A list of merge requests: what several questions answer together. `who` is the name of the account that asks. */
export interface ListNodeData {
  readonly kind: 'list';
  readonly queries: readonly MergeRequestQuery[];
  readonly who: string | undefined;
  readonly preset?: Preset;
  readonly saved?: { readonly id: string; readonly name: string; readonly shared: boolean };
  /** As it is drawn the first time. */
  readonly open: boolean;
}

/** Rows of the merge requests' view, the pipelines' own left out. Plain data. */
export type MergeRequestNodeData =
  /** `path` is that of a group or project; a host has none. */
  | {
      readonly kind: 'place';
      readonly place: QueryPlace;
      readonly path: string | undefined;
      readonly who: string | undefined;
      readonly added: boolean;
      readonly open: boolean;
      /** The only host: it need not be named. */
      readonly alone: boolean;
    }
  | ListNodeData
  /** Those of a list that wait for the same step, or that are put off. */
  | { readonly kind: 'step'; readonly step: MergeRequestStep | 'snoozed'; readonly list: ListNodeData }
  /** `branch`: it is that of what is checked out. */
  | {
      readonly kind: 'merge-request';
      readonly mergeRequest: MergeRequestKey;
      readonly who: string | undefined;
      readonly where: 'alone' | 'among-projects' | 'branch';
      /** The row above says what is to be done. */
      readonly isGrouped?: boolean;
    }
  /** A saved query that cannot be asked as it stands. */
  | { readonly kind: 'broken'; readonly id: string; readonly row: Row }
  | { readonly kind: 'more'; readonly list: ListNodeData }
  | { readonly kind: 'overview'; readonly mergeRequest: MergeRequestKey }
  | { readonly kind: 'section'; readonly section: Section; readonly mergeRequest: MergeRequestKey }
  | ChangeNodeData
  | ThreadNodeData
  | { readonly kind: 'commit'; readonly mergeRequest: MergeRequestKey; readonly sha: string }
  | { readonly kind: 'issue'; readonly mergeRequest: MergeRequestKey; readonly issue: number | string };

const KINDS: Readonly<Record<MergeRequestNodeData['kind'], true>> = {
  place: true,
  list: true,
  step: true,
  'merge-request': true,
  broken: true,
  more: true,
  overview: true,
  section: true,
  change: true,
  'change-folder': true,
  'change-group': true,
  'change-note': true,
  thread: true,
  comment: true,
  drafts: true,
  unsent: true,
  commit: true,
  issue: true,
};

export function isMergeRequestNode(data: { readonly kind: string }): data is MergeRequestNodeData {
  return Object.hasOwn(KINDS, data.kind);
}

/** What commands learn from such a row. */
export function targetOfNode(data: MergeRequestNodeData): Target | undefined {
  switch (data.kind) {
    case 'place':
      return { kind: 'place', place: data.place };
    case 'list':
      return { kind: 'merge-request-list', queries: data.queries, saved: data.saved?.id };
    case 'broken':
      return { kind: 'merge-request-list', queries: [], saved: data.id };
    case 'more':
      return { kind: 'merge-request-list', queries: data.list.queries };
    case 'merge-request':
    case 'overview':
    case 'change-note':
    case 'drafts':
      return { kind: 'merge-request', mergeRequest: data.mergeRequest };
    case 'commit':
      return { kind: 'commit', mergeRequest: data.mergeRequest, sha: data.sha };
    case 'issue':
      return { kind: 'issue', mergeRequest: data.mergeRequest, issue: data.issue };
    case 'thread':
    case 'comment':
      return { kind: 'thread', mergeRequest: data.mergeRequest, discussion: data.discussion };
    case 'unsent':
      return { kind: 'unsent', mergeRequest: data.mergeRequest, id: data.id };
    case 'change':
      return { kind: 'change', mergeRequest: data.mergeRequest, path: data.path };
    case 'change-folder': {
      const { mergeRequest, group, path } = data;
      return { kind: 'change-folder', mergeRequest, group, path };
    }
    case 'change-group':
      return { kind: 'change-folder', mergeRequest: data.mergeRequest, group: data.group, path: '' };
    case 'section':
      // What acts on all changes needs to know whose they are.
      return data.section === 'changes' || data.section === 'threads'
        ? { kind: 'merge-request', mergeRequest: data.mergeRequest }
        : undefined;
    case 'step':
      return undefined;
  }
}
