import type { Find, Finding } from '../app/find';
import type { Found } from '../app/found';
import type { JobKey, MergeRequestKey, PipelineKey, ProjectKey } from '../app/keys';
import type { Recent, RecentThings } from '../app/recent';
import { t } from '../base/localize';
import type { FileAnchor } from '../domain/find-input';
import type { FindAnswer, FindGroup, FindQuestion } from '../editor/find-pick';
import { COMMAND } from '../presentation/command-ids';
import {
  FIND_GROUPS,
  jobFound,
  mergeRequestFound,
  NOT_FOUND,
  pipelineFound,
  recentRow,
  type FoundKind,
} from '../presentation/find-words';
import { explain } from '../presentation/error-sentences';
import { refName } from '../presentation/pipeline-rows';
import type { CommandRow } from './command-row';
import { withPatience } from './patience';

/** What can be opened, as ids; `label` is what it was called. */
export type FindTarget =
  | { readonly what: 'pipeline'; readonly key: PipelineKey; readonly label: string }
  | { readonly what: 'job'; readonly key: JobKey; readonly label: string; readonly line?: number | undefined }
  | {
      readonly what: 'merge-request';
      readonly project: ProjectKey;
      readonly iid: number;
      readonly label: string;
      readonly file?: FileAnchor | undefined;
    };

export interface FindCommandPorts {
  readonly find: Pick<Find, 'find'>;
  readonly recent: RecentThings;
  readonly ask: (question: FindQuestion<FindTarget>) => Promise<FindTarget | undefined>;
  readonly now: () => number;
  readonly openLog: (key: JobKey, name: string, line?: number) => Promise<void>;
  readonly showPipeline: (key: PipelineKey) => Promise<void>;
  readonly openMergeRequest: (project: ProjectKey, iid: number) => Promise<void>;
  readonly openFileDiff: (mergeRequest: MergeRequestKey, file: FileAnchor) => Promise<void>;
}

export function findCommands(ports: FindCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.find,
      failure: () => t('It could not be opened.'),
      run: async (argument, failing) => {
        const chosen = await choose(ports, typeof argument === 'string' ? argument : '');
        if (chosen !== undefined) await open(ports, chosen, failing);
      },
    },
    {
      id: COMMAND.openAddress,
      failure: () => t('The page could not be opened.'),
      run: async (argument, failing) => {
        if (typeof argument !== 'string') return;
        const finding = await withPatience(t('Looking for the page…'), (signal) =>
          ports.find.find(argument, { signal }),
        );
        const found = finding.state === 'found' ? finding.found : [];
        const [only] = found;
        // Where it is not one thing, the list says why, and takes another try.
        const target =
          only !== undefined && found.length === 1
            ? itemOf(only, ports.now()).value
            : await choose(ports, argument);
        if (target !== undefined) await open(ports, target, failing);
      },
    },
  ];
}

function choose(ports: FindCommandPorts, value: string): Promise<FindTarget | undefined> {
  return ports.ask({
    title: t('Go to Pipeline, Job or Merge Request'),
    placeholder: t('Number (#5012, !12), part of a name or title, or the address of a page'),
    value,
    search: (typed, signal) => search(ports, typed, signal),
  });
}

async function open(
  ports: FindCommandPorts,
  target: FindTarget,
  failing: (what: string) => void,
): Promise<void> {
  failing(t('{0} could not be opened.', target.label));
  await OPEN[target.what](ports, target);
  await ports.recent.add(recentOf(target));
}

type Open = (ports: FindCommandPorts, target: FindTarget) => Promise<void>;

const OPEN: Readonly<Record<FoundKind, Open>> = {
  pipeline: async ({ showPipeline }, target) => {
    if (target.what === 'pipeline') await showPipeline(target.key);
  },
  job: async ({ openLog }, target) => {
    if (target.what === 'job') await openLog(target.key, target.label, target.line);
  },
  'merge-request': async ({ openMergeRequest, openFileDiff }, target) => {
    if (target.what !== 'merge-request') return;
    const { project, iid, file } = target;
    await (file === undefined ? openMergeRequest(project, iid) : openFileDiff({ ...project, iid }, file));
  },
};

async function search(
  ports: FindCommandPorts,
  typed: string,
  signal: AbortSignal,
): Promise<FindAnswer<FindTarget>> {
  const finding = await ports.find.find(typed, { signal });
  switch (finding.state) {
    case 'nothing-typed':
      return { groups: [recentGroup(ports.recent.list())] };
    case 'other-server':
    case 'other-page':
      return { groups: [], note: NOT_FOUND[finding.state](typed, finding.host) };
    case 'found':
      return { groups: groupsOf(finding.found, ports.now()), note: noteOn(finding, typed) };
    default:
      return { groups: [], note: NOT_FOUND[finding.state]() };
  }
}

function noteOn({ found, problem }: Extract<Finding, { state: 'found' }>, typed: string): string | undefined {
  if (problem !== undefined) return t('Not all could be looked through. {0}', explain(problem).why);
  return found.length === 0 ? NOT_FOUND.nothing(typed.trim()) : undefined;
}

function groupsOf(found: readonly Found[], now: number): FindGroup<FindTarget>[] {
  const kinds = ['pipeline', 'job', 'merge-request'] as const;
  return kinds.map((kind) => ({
    title: FIND_GROUPS[kind](),
    items: found.filter(({ what }) => what === kind).map((one) => itemOf(one, now)),
  }));
}

function itemOf(found: Found, now: number): FindGroup<FindTarget>['items'][number] {
  switch (found.what) {
    case 'pipeline': {
      const { what, key, pipeline } = found;
      return { ...pipelineFound(pipeline, now), value: { what, key, label: refName(pipeline.ref) } };
    }
    case 'job': {
      const { what, key, job, line } = found;
      return { ...jobFound(job, line, now), value: { what, key, label: job.name, line } };
    }
    case 'merge-request': {
      const { what, project, mergeRequest, file } = found;
      const { iid, title } = mergeRequest;
      const value = { what, project, iid, label: title, file };
      return { ...mergeRequestFound(mergeRequest, now), value };
    }
  }
}

function recentGroup(recent: readonly Recent[]): FindGroup<FindTarget> {
  return {
    title: FIND_GROUPS.recent(),
    items: recent.map((one) => ({ ...recentRow(one.what, one.id, one.label), value: targetOf(one) })),
  };
}

function targetOf({ what, base, project, id, label }: Recent): FindTarget {
  switch (what) {
    case 'pipeline':
      return { what, key: { base, project, pipeline: id }, label };
    case 'job':
      return { what, key: { base, project, job: id }, label };
    case 'merge-request':
      return { what, project: { base, project }, iid: id, label };
  }
}

function recentOf(target: FindTarget): Recent {
  switch (target.what) {
    case 'pipeline': {
      const { base, project, pipeline: id } = target.key;
      return { what: target.what, base, project, id, label: target.label };
    }
    case 'job': {
      const { base, project, job: id } = target.key;
      return { what: target.what, base, project, id, label: target.label };
    }
    case 'merge-request':
      return { what: target.what, ...target.project, id: target.iid, label: target.label };
  }
}
