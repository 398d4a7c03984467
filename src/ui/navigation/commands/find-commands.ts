import type { FindResult, ItemFinder } from '../../../app/navigation/find';
import type { FoundItem } from '../../../app/navigation/found';
import type { JobKey, MergeRequestKey, PipelineKey, ProjectKey } from '../../../app/shared/keys';
import type { Recent, RecentItems } from '../../../app/shared/recent-items';
import { t } from '../../../base/localize';
import type { MergeRequestPlace } from '../../../domain/navigation/find-input';
import {
  FIND_ACTIONS,
  FIND_GROUPS,
  type FoundKind,
  jobFound,
  mergeRequestFound,
  NOT_FOUND,
  pipelineFound,
  recentRow,
} from '../../../presentation/navigation/find-labels';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain, isSilent, sentences } from '../../../presentation/shared/error-messages';
import { outwardLink } from '../../../presentation/shared/external-link';
import { refName } from '../../../presentation/shared/ref-name';
import { COMMAND_ARGUMENTS } from '../../../schemas/command-argument';
import { type CommandRow, defineCommand } from '../../shared/commands/command-row';
import type { execute } from '../../shared/editor/execute';
import type { Prompts } from '../../shared/editor/prompts';
import type { SearchGroup, SearchPick, SearchPickResults } from '../../shared/editor/search-pick';
import { signInStep } from './sign-in-step';

/** An item that can be opened, by IDs. `label`: the name that was displayed. */
export type FindTarget =
  | { readonly what: 'pipeline'; readonly key: PipelineKey; readonly label: string }
  | { readonly what: 'job'; readonly key: JobKey; readonly label: string; readonly line?: number | undefined }
  | {
      readonly what: 'merge-request';
      readonly project: ProjectKey;
      readonly iid: number;
      readonly label: string;
      readonly place?: MergeRequestPlace | undefined;
    };

/** An action that solves a problem. */
export type FindAction =
  | { readonly what: 'browse'; readonly link: string }
  /** `base`: the account to sign in to again. */
  | { readonly what: 'sign-in'; readonly base: string | undefined }
  | { readonly what: 'retry'; readonly typed: string };

/** An item of the picker. */
export type FindChoice = FindTarget | FindAction;

export interface FindCommandDeps {
  readonly find: Pick<ItemFinder, 'find'>;
  readonly recent: RecentItems;
  readonly ask: (question: SearchPick<FindChoice>) => Promise<FindChoice | undefined>;
  readonly browse: (link: string) => Promise<void>;
  readonly execute: typeof execute;
  readonly prompts: Pick<Prompts, 'progress'>;
  readonly now: () => number;
  readonly openLog: (key: JobKey, name: string, line?: number) => Promise<void>;
  readonly showPipeline: (key: PipelineKey) => Promise<void>;
  readonly openMergeRequest: (project: ProjectKey, iid: number) => Promise<void>;
  readonly openPlace: (mergeRequest: MergeRequestKey, place: MergeRequestPlace) => Promise<void>;
}

/** Dependencies of opening an item. */
export type OpenFoundDeps = Pick<
  FindCommandDeps,
  'recent' | 'openLog' | 'showPipeline' | 'openMergeRequest' | 'openPlace'
>;

export function findCommands(deps: FindCommandDeps): readonly CommandRow[] {
  return [
    defineCommand({
      id: COMMAND.find,
      args: COMMAND_ARGUMENTS.find,
      failure: () => t("Couldn't open the pipeline, job, or merge request."),
      run: async (argument, failing) => {
        const chosen = await choose(deps, argument ?? '');
        if (chosen !== undefined) await openFindTarget(deps, chosen, failing);
      },
    }),
    defineCommand({
      id: COMMAND.openAddress,
      args: COMMAND_ARGUMENTS.openAddress,
      failure: () => t("Couldn't open the page."),
      run: async (argument, failing) => {
        const finding = await deps.prompts.progress.inView(t('Opening the page…'), (signal) =>
          deps.find.find(argument, { signal }),
        );
        const found = finding.state === 'found' ? finding.found : [];
        const [only] = found;
        // If the result isn't unique, the picker explains why and accepts another search.
        const target =
          only !== undefined && found.length === 1
            ? targetOfFound(only, deps.now())
            : await choose(deps, argument);
        if (target !== undefined) await openFindTarget(deps, target, failing);
      },
    }),
  ];
}

/** Asks for an item. Runs the action if one is selected instead. */
async function choose(deps: FindCommandDeps, value: string): Promise<FindTarget | undefined> {
  const chosen = await deps.ask({
    title: t('Go to Pipeline, Job, or Merge Request'),
    placeholder: t('Enter a number (#5012, !12), part of a name or title, or a URL'),
    value,
    search: (typed, signal) => search(deps, typed, signal),
  });
  switch (chosen?.what) {
    case 'browse':
      await deps.browse(chosen.link);
      return undefined;
    case 'sign-in':
      await deps.execute(COMMAND.signIn, chosen.base === undefined ? undefined : { base: chosen.base });
      return undefined;
    case 'retry':
      return choose(deps, chosen.typed);
    default:
      return chosen;
  }
}

/** Opens an item and adds it to the recently opened ones. */
export async function openFindTarget(
  deps: OpenFoundDeps,
  target: FindTarget,
  failing: (what: string) => void,
): Promise<void> {
  failing(t("Couldn't open {0}.", target.label));
  await OPEN[target.what](deps, target);
  await deps.recent.add(recentOf(target));
}

type Open = (deps: OpenFoundDeps, target: FindTarget) => Promise<void>;

const OPEN: Readonly<Record<FoundKind, Open>> = {
  pipeline: async ({ showPipeline }, target) => {
    if (target.what === 'pipeline') await showPipeline(target.key);
  },
  job: async ({ openLog }, target) => {
    if (target.what === 'job') await openLog(target.key, target.label, target.line);
  },
  'merge-request': async ({ openMergeRequest, openPlace }, target) => {
    if (target.what !== 'merge-request') return;
    const { project, iid, place } = target;
    await (place === undefined ? openMergeRequest(project, iid) : openPlace({ ...project, iid }, place));
  },
};

async function search(
  deps: FindCommandDeps,
  typed: string,
  signal: AbortSignal,
): Promise<SearchPickResults<FindChoice>> {
  try {
    return resultsOf(deps, await deps.find.find(typed, { signal }), typed);
  } catch (error) {
    if (signal.aborted || isSilent(error)) throw error;
    return failure(error, typed);
  }
}

function resultsOf(deps: FindCommandDeps, finding: FindResult, typed: string): SearchPickResults<FindChoice> {
  switch (finding.state) {
    case 'nothing-typed':
      return { groups: [recentGroup(deps.recent.list())] };
    case 'no-page':
      return failure(finding.error, typed, finding.base);
    case 'other-server': {
      const note = NOT_FOUND[finding.state](typed, finding.host);
      return { groups: [], note, actions: [...signIn(undefined), ...browse(typed)] };
    }
    case 'other-page':
      return { groups: [], note: NOT_FOUND[finding.state](typed, finding.host), actions: browse(typed) };
    case 'found':
      return { groups: groupsOf(finding.found, deps.now()), note: noteOn(finding, typed) };
    case 'signed-out':
      return { groups: [], note: NOT_FOUND[finding.state](), actions: signIn(undefined) };
    default:
      return { groups: [], note: NOT_FOUND[finding.state]() };
  }
}

type Actions = NonNullable<SearchPickResults<FindChoice>['actions']>;

const browse = (typed: string): Actions => {
  const link = /^https?:/i.test(typed.trim()) ? outwardLink(typed.trim()) : undefined;
  return link === undefined ? [] : [{ ...FIND_ACTIONS.browse(), value: { what: 'browse', link } }];
};

const signIn = (base: string | undefined, label = FIND_ACTIONS['sign-in']().label): Actions => [
  { ...FIND_ACTIONS['sign-in'](), label, value: { what: 'sign-in', base } },
];

/** Returns the reason of a failure, with the actions that may solve it. `base`: the server that refused a page. */
function failure(error: unknown, typed: string, base?: string): SearchPickResults<FindChoice> {
  const { why, steps } = explain(error);
  const step = signInStep(error);
  return {
    groups: [],
    note: why,
    failed: true,
    actions: [
      ...(steps.includes('retry')
        ? [{ ...FIND_ACTIONS.retry(), value: { what: 'retry', typed } as const }]
        : []),
      ...(step === undefined ? [] : signIn(step.base, step.title)),
      ...browse(typed),
      // Another account may have access.
      ...(step === undefined && base !== undefined ? signIn(base, t('Sign In with Another Token')) : []),
    ],
  };
}

function noteOn(
  { found, problem }: Extract<FindResult, { state: 'found' }>,
  typed: string,
): string | undefined {
  if (problem !== undefined) return sentences(t('Some results may be missing.'), explain(problem).why);
  return found.length === 0 ? NOT_FOUND.nothing(typed.trim()) : undefined;
}

function groupsOf(found: readonly FoundItem[], now: number): SearchGroup<FindTarget>[] {
  const kinds = ['pipeline', 'job', 'merge-request'] as const;
  return kinds.map((kind) => ({
    title: FIND_GROUPS[kind](),
    items: found.filter(({ what }) => what === kind).map((one) => itemOf(one, now)),
  }));
}

/** Returns the item to open. */
export const targetOfFound = (found: FoundItem, now: number): FindTarget => itemOf(found, now).value;

function itemOf(found: FoundItem, now: number): SearchGroup<FindTarget>['items'][number] {
  switch (found.what) {
    case 'pipeline': {
      const { what, key, pipeline, title } = found;
      return { ...pipelineFound(pipeline, title, now), value: { what, key, label: refName(pipeline.ref) } };
    }
    case 'job': {
      const { what, key, job, line } = found;
      return { ...jobFound(job, line, now), value: { what, key, label: job.name, line } };
    }
    case 'merge-request': {
      const { what, project, mergeRequest, place } = found;
      const { iid, title } = mergeRequest;
      const value = { what, project, iid, label: title, place };
      return { ...mergeRequestFound(mergeRequest, now), value };
    }
  }
}

function recentGroup(recent: readonly Recent[]): SearchGroup<FindTarget> {
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
