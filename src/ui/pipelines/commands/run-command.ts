import type { PipelineRun } from '../../../app/pipelines/actions';
import type { DeclaredValues } from '../../../app/pipelines/declared-values';
import type { PipelineLookup } from '../../../app/pipelines/lookup';
import type { PipelineSubject } from '../../../app/pipelines/unconfirmed-pipelines';
import type { WorkspaceProject } from '../../../app/projects/projects';
import { KeptInput } from '../../../app/shared/kept-input';
import { type PipelineKey, projectId, type ProjectKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { mergeRequestOf } from '../../../domain/pipelines/rules';
import type { Protection } from '../../../domain/projects/protected-branches';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { refName } from '../../../presentation/shared/ref-name';
import { statusWord } from '../../../presentation/shared/status-icons';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { PipelineDetail } from '../../../schemas/pipeline';
import { type DeclaredFormDeps, sendEntered } from '../../jobs/commands/declared-form';
import type { CommandRow } from '../../shared/commands/command-row';
import { showNoProjectMessage } from '../../shared/commands/no-project';
import { allowsRole, requireRole, requireRoleInAnyProject } from '../../shared/commands/role-check';
import type { PickItem } from '../../shared/editor/prompts';
import { type AnotherPipelineDeps, wantsAnotherPipeline } from './another-pipeline';
import type { PipelineCommandDeps } from './commands';

type Deps = PipelineCommandDeps &
  DeclaredFormDeps &
  AnotherPipelineDeps & {
    readonly pipelineLookup: PipelineLookup;
    readonly declaredValues: Pick<DeclaredValues, 'load'>;
    /** Selects the row of a pipeline. */
    readonly showPipeline: (key: PipelineKey) => Promise<void>;
  };

/** Refs by project. */
const refs = new KeptInput<string>();

/** Runs a pipeline: from a pipeline's row for the same ref; otherwise asks for a ref. */
export function runPipelineCommand(deps: Deps): CommandRow {
  return {
    id: COMMAND.runPipeline,
    failure: () => t("Couldn't run a pipeline."),
    run: async (argument, failing) => {
      const place = await placeOf(deps, argument);
      if (place === undefined) return;
      const { project, ref } = place;
      failing(t("Couldn't run a pipeline for {0}.", refName(ref)));
      const mergeRequest = mergeRequestOf(ref);
      const subject = mergeRequest === undefined ? { ref } : { mergeRequest };
      if (!(await wantsAnotherPipeline(deps, project, subject, refName(ref)))) return;
      const started = await start(deps, place, subject);
      if (started === undefined) return;
      const message =
        started === 'requested'
          ? t('Pipeline requested for {0}.', refName(ref))
          : t('Pipeline #{0} for {1}: {2}.', started.id, refName(ref), statusWord(started));
      const show =
        started === 'requested'
          ? []
          : [
              {
                title: t('Show Pipeline'),
                run: () => deps.showPipeline({ ...project, pipeline: started.id }),
                failure: () => t("Couldn't show the pipeline."),
              },
            ];
      deps.prompts.showMessage('info', message, show);
    },
  };
}

interface Place {
  readonly project: ProjectKey;
  readonly ref: string;
}

async function placeOf(deps: Deps, argument: CommandArgument): Promise<Place | undefined> {
  const target = argument?.target;
  if (target?.kind === 'pipeline') {
    const { base, project } = target.pipeline;
    requireRole(deps, 'runPipeline', { base, project });
    const ref = await deps.refOf(target.pipeline);
    return ref === undefined ? askRef(deps, { base, project }) : { project: { base, project }, ref };
  }
  const project = target?.kind === 'project' ? target.project : await chooseProject(deps);
  if (project === undefined) return undefined;
  requireRole(deps, 'runPipeline', project);
  return askRef(deps, project);
}

/** Returns the only project of the workspace in which the role is sufficient, or asks for one. */
async function chooseProject(deps: Deps): Promise<ProjectKey | undefined> {
  const { pipelineLookup, prompts } = deps;
  const found = await pipelineLookup.projects();
  if (typeof found === 'string') {
    showNoProjectMessage(prompts, found);
    return undefined;
  }
  await requireRoleInAnyProject(deps, 'runPipeline');
  const allowed = found.filter(({ key }) => allowsRole(deps, 'runPipeline', key));
  const [only, ...others] = allowed;
  if (others.length === 0) return only?.key;
  const items = allowed.map((project: WorkspaceProject) => ({
    label: project.path,
    description: project.key.base.replace(/^https?:\/\//, ''),
    icon: 'repo',
    value: project.key,
  }));
  return prompts.pick({
    title: t('Run Pipeline'),
    placeholder: t('Select a project to run the pipeline in'),
    items,
  });
}

/** How the protection of a branch affects running pipelines. */
const PROTECTIONS: Readonly<Record<Protection, () => string>> = {
  none: () => '',
  allowed: () => t('Protected'),
  refused: () => t('Protected: requires permission to push or merge'),
};

/** Asks for a branch. Tags are typed, as are branches if the server returns none. */
async function askRef(deps: Deps, project: ProjectKey): Promise<Place | undefined> {
  const known = { none: false, typed: '' };
  const items = async (signal: AbortSignal): Promise<readonly PickItem<string>[]> => {
    const branches = await deps.pipelineLookup.branches(project, signal);
    known.none = branches.length === 0;
    const rows = branches.map(({ name, protection }) => ({
      label: name,
      icon: 'git-branch',
      description: PROTECTIONS[protection](),
      value: name,
    }));
    return known.none
      ? []
      : [...rows, { label: t('Another Branch or Tag...'), icon: 'edit', always: true, value: '' }];
  };
  const chosen = await deps.prompts.pick({
    title: t('Run Pipeline'),
    placeholder: t('Select a branch to run the pipeline for'),
    loading: t('Loading branches…'),
    items,
    onTyped: (typed) => (known.typed = typed),
  });
  if (chosen !== undefined && chosen !== '') return { project, ref: chosen };
  return known.none || chosen === '' ? typeRef(deps, project, known.typed) : undefined;
}

/** `initialRef`: the text that was typed before. */
async function typeRef(
  { prompts }: Deps,
  project: ProjectKey,
  initialRef: string,
): Promise<Place | undefined> {
  let ref = '';
  const kept = refs.take(projectId(project));
  const typed = await prompts.input({
    title: t('Run Pipeline'),
    step: [1, 1],
    prompt: t('Enter the branch or tag to run the pipeline for'),
    value: initialRef === '' ? (kept ?? '') : initialRef,
    accept: (value) => {
      ref = value.trim();
      return Promise.resolve(ref === '' ? t('Enter a branch or tag name.') : undefined);
    },
  });
  return typed === true ? { project, ref } : undefined;
}

/**
 * Starts a pipeline; undefined if the user cancels. Merge request pipelines have a separate endpoint
 * (server-behavior.md#pipelines-of-merge-requests), which accepts no variables and inputs.
 */
async function start(
  deps: Deps,
  { project, ref }: Place,
  subject: PipelineSubject,
): Promise<PipelineDetail | 'requested' | undefined> {
  const send = (run: PipelineRun): Promise<PipelineDetail | undefined> =>
    deps.prompts.progress.inView(t('Starting a pipeline for {0}…', refName(ref)), (signal) =>
      refs.during(projectId(project), ref, () =>
        deps.unconfirmed.send(project, subject, () => deps.pipelineActions.start(project, run, signal), {
          signal,
        }),
      ),
    );
  if ('mergeRequest' in subject) return (await send(subject)) ?? 'requested';
  const loading = t('Loading inputs and variables for {0}…', ref);
  const declared = await deps.prompts.progress.inView(loading, (signal) =>
    deps.declaredValues.load(project, ref, { signal }),
  );
  const started = await sendEntered(
    deps,
    { title: t('Run Pipeline for {0}', ref), run: t('Run Pipeline'), project, started: { ref } },
    declared,
    {
      send: (entered) => send({ ref, ...entered }),
      failure: t("Couldn't run a pipeline for {0}.", ref),
    },
  );
  return started && (started.result ?? 'requested');
}
