import type { Branch, BranchFacts, BranchWatch } from '../../../app/branch/watch';
import type { PipelineRun } from '../../../app/pipelines/actions';
import type { Projects } from '../../../app/projects/projects';
import type { JobKey, PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { type BranchStep, nextStep } from '../../../domain/branch/pipeline';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { refName } from '../../../presentation/shared/ref-name';
import { statusIcon, statusWord } from '../../../presentation/shared/status-icons';
import { VIEW } from '../../../presentation/shared/view-ids';
import type { Job } from '../../../schemas/job';
import type { CommandRow } from '../../shared/commands/command-row';
import { showNoProjectMessage } from '../../shared/commands/no-project';
import { execute } from '../../shared/editor/execute';
import type { PickItem, Prompts } from '../../shared/editor/prompts';

export interface BranchCommandDeps {
  readonly branch: BranchWatch;
  readonly projects: Projects;
  readonly prompts: Prompts;
  readonly manualJobs: (key: PipelineKey, signal: AbortSignal) => Promise<readonly Job[]>;
  readonly openLog: (key: JobKey, name: string) => Promise<void>;
  readonly showPipeline: (key: PipelineKey) => Promise<void>;
  readonly start: (
    branch: Branch,
    run: PipelineRun,
  ) => Promise<{ readonly id: number; readonly status: string } | undefined>;
}

type Known = BranchFacts & { readonly key: PipelineKey | undefined };
type Step = (deps: BranchCommandDeps, known: Known) => Promise<void>;

/** Action of a click on the status bar item for each state of the branch's pipeline. */
const STEPS: Readonly<Record<BranchStep, Step>> = {
  'open-failing-log': openFailing,
  play: offerManual,
  show: async ({ showPipeline }, { key }) => {
    if (key !== undefined) await showPipeline(key);
  },
  'open-merge-request': async (_ports, { mergeRequests: [mergeRequest] }) => {
    await execute(
      COMMAND.openMergeRequest,
      mergeRequest && { target: { kind: 'merge-request', mergeRequest } },
    );
  },
  run: offerRun,
};

export function branchCommands(deps: BranchCommandDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.showBranchPipeline,
      failure: () => t("Couldn't show the branch pipeline."),
      run: async () => {
        const facts = await known(deps);
        if (facts === undefined) {
          await showWhyNone(deps);
          return;
        }
        const { pipeline, branch } = facts;
        const key = pipeline === undefined ? undefined : { ...branch.project, pipeline: pipeline.id };
        await STEPS[nextStep(pipeline, facts.mergeRequest)](deps, { ...facts, key });
      },
    },
  ];
}

/** Returns the details of the branch. Loads them if they are missing or couldn't be read before. */
async function known({ branch, prompts }: BranchCommandDeps): Promise<BranchFacts | undefined> {
  if (branch.details !== undefined && branch.details.problem === undefined) return branch.details;
  await prompts.progress.inStatusBar(t('Loading the branch pipeline…'), () => branch.poll());
  return branch.details;
}

async function showWhyNone({ projects, prompts }: BranchCommandDeps): Promise<void> {
  const { state } = await projects.search();
  if (state === 'found') prompts.showMessage('info', t('No branch is checked out in this workspace.'), []);
  else showNoProjectMessage(prompts, state);
}

async function openFailing(deps: BranchCommandDeps, { branch, failed, key }: Known): Promise<void> {
  if (key === undefined) return;
  const [only, ...others] = failed;
  const open = (job: Job): Promise<void> => deps.openLog({ ...branch.project, job: job.id }, job.name);
  if (only === undefined) {
    // The cause is a trigger job or the pipeline configuration.
    await deps.showPipeline(key);
    return;
  }
  if (others.length === 0) {
    await open(only);
    return;
  }
  const chosen = await deps.prompts.pick<Job | 'show'>({
    title: t('Open Failed Job Log'),
    placeholder: t('Select a failed job on {0} to open its log', branchName(branch)),
    items: [...failed.map(jobItem), { ...showItem(), value: 'show' }],
  });
  if (chosen === 'show') await deps.showPipeline(key);
  else if (chosen !== undefined) await open(chosen);
}

const branchName = ({ head }: Known['branch']): string => head.name ?? refName(head.sha);

async function offerManual(deps: BranchCommandDeps, { branch, key }: Known): Promise<void> {
  if (key === undefined) return;
  const items = async (signal: AbortSignal): Promise<readonly PickItem<Job | 'show'>[]> => [
    ...(await deps.manualJobs(key, signal)).map((job) => ({
      ...jobItem(job),
      label: t('Run {0}', job.name),
      icon: 'play',
    })),
    { ...showItem(), value: 'show' },
  ];
  const chosen = await deps.prompts.pick<Job | 'show'>({
    title: t('Run Manual Job'),
    placeholder: t('Select a job on {0} to run', branchName(branch)),
    loading: t('Loading manual jobs…'),
    items,
  });
  if (chosen === 'show') await deps.showPipeline(key);
  else if (chosen !== undefined) {
    // The command asks for confirmation and shows the result.
    await execute(COMMAND.playJob, {
      target: { kind: 'job', pipeline: key, job: chosen.id },
    });
  }
}

async function offerRun(deps: BranchCommandDeps, { branch }: Known): Promise<void> {
  const { name } = branch.head;
  const chosen = await deps.prompts.pick<'run' | 'view'>({
    title: name === undefined ? t('No Pipeline for This Commit') : t('No Pipeline for {0}', name),
    placeholder: t('Select an action'),
    items: [
      // Pipelines run for branches and tags, not for single commits.
      ...(name === undefined
        ? []
        : [
            {
              label: t('Run Pipeline for {0}', name),
              description: t('Without variables'),
              icon: 'run',
              value: 'run',
            } as const,
          ]),
      { label: t('Open Pipelines View'), icon: 'list-tree', value: 'view' },
    ],
  });
  if (chosen === 'view') await deps.prompts.runCommand(`${VIEW.pipelines}.focus`);
  if (chosen !== 'run' || name === undefined) return;
  const started = await deps.prompts.progress.inStatusBar(t('Starting a pipeline for {0}…', name), () =>
    deps.start(branch, { ref: name, variables: [] }),
  );
  if (started !== undefined) {
    deps.prompts.showMessage(
      'info',
      t('Pipeline #{0} for {1}: {2}.', started.id, name, statusWord(started)),
      [],
    );
  }
}

function jobItem(job: Job): PickItem<Job> {
  return { label: job.name, description: job.stage, icon: statusIcon(job).id, value: job };
}

const showItem = () => ({ label: t('Show in Pipelines View'), icon: 'list-tree' });
