import type { MergeRequestKey } from '../../../app/shared/keys';
import type { AttentionStep } from '../../../domain/merge-requests/next-step';
import type { MergeRequestQuery, Preset, QueryPlace } from '../../../domain/merge-requests/query';
import type { Row } from '../../../presentation/shared/row';
import type { Target } from '../../../schemas/target';
import type { ChangeNodeData } from './change-node';
import type { ThreadNodeData } from './thread-node';
import type { TodoNodeData } from './todo-node';

/** Rows below a merge request that can be expanded. */
export const SECTIONS = [
  'conflicts',
  'changes',
  'threads',
  'commits',
  'pipelines',
  'people',
  'closes',
  'time',
] as const;
export type Section = (typeof SECTIONS)[number];

/** A list with the combined results of several queries. `who`: the username of the account. */
export interface ListNodeData {
  readonly kind: 'list';
  readonly queries: readonly MergeRequestQuery[];
  readonly who: string | undefined;
  readonly preset?: Preset;
  readonly saved?: { readonly id: string; readonly name: string; readonly shared: boolean };
  /** The text of a search that the user keeps as a row. */
  readonly search?: string;
  /** The initial state. */
  readonly open: boolean;
}

/** Rows of the Merge Requests view, except those of pipelines. Plain data. */
export type MergeRequestNodeData =
  /** `path`: the path of a group or project; undefined for a server. */
  | {
      readonly kind: 'place';
      readonly place: QueryPlace;
      readonly path: string | undefined;
      readonly who: string | undefined;
      readonly added: boolean;
      readonly open: boolean;
      /** True for the only server, whose name can be omitted. */
      readonly alone: boolean;
    }
  | ListNodeData
  /** Merge requests of a list with the same next step, or snoozed ones. */
  | { readonly kind: 'step'; readonly step: AttentionStep | 'snoozed'; readonly list: ListNodeData }
  /** `branch`: the merge request belongs to the checked-out branch. */
  | {
      readonly kind: 'merge-request';
      readonly mergeRequest: MergeRequestKey;
      readonly who: string | undefined;
      readonly where: 'alone' | 'among-projects' | 'branch';
      /** True if the parent row contains the next step. */
      readonly isGrouped?: boolean;
    }
  /** An invalid saved query. */
  | { readonly kind: 'broken'; readonly id: string; readonly row: Row }
  | { readonly kind: 'more'; readonly list: ListNodeData }
  | { readonly kind: 'overview'; readonly mergeRequest: MergeRequestKey }
  | { readonly kind: 'section'; readonly section: Section; readonly mergeRequest: MergeRequestKey }
  | ChangeNodeData
  | TodoNodeData
  | ThreadNodeData
  /** A conflicting file, or a row that replaces the list. */
  | { readonly kind: 'conflict'; readonly mergeRequest: MergeRequestKey; readonly row: Row }
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
  conflict: true,
  commit: true,
  issue: true,
  'todo-list': true,
  todo: true,
};

export function isMergeRequestNode(data: { readonly kind: string }): data is MergeRequestNodeData {
  return Object.hasOwn(KINDS, data.kind);
}

/** Returns the target that commands receive for a row. */
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
    case 'conflict':
    case 'drafts':
      return { kind: 'merge-request', mergeRequest: data.mergeRequest };
    case 'commit':
      return { kind: 'commit', mergeRequest: data.mergeRequest, sha: data.sha };
    case 'issue':
      return { kind: 'issue', mergeRequest: data.mergeRequest, issue: data.issue };
    case 'thread':
    case 'comment':
      return {
        kind: 'thread',
        mergeRequest: data.mergeRequest,
        discussion: data.discussion,
        note: data.note,
      };
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
      // Commands for all changes, threads, or conflicts require the merge request.
      return data.section === 'changes' || data.section === 'threads' || data.section === 'conflicts'
        ? { kind: 'merge-request', mergeRequest: data.mergeRequest }
        : undefined;
    case 'todo-list':
      return { kind: 'todo-list', base: data.base };
    case 'todo':
      return { kind: 'todo', base: data.base, todo: data.todo };
    case 'step':
      return undefined;
  }
}
