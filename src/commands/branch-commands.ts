import { commands, ProgressLocation, window } from 'vscode';
import type { Branch, BranchFacts, BranchWatch } from '../app/branch-watch';
import type { JobKey, PipelineKey } from '../app/keys';
import type { PipelineRun } from '../app/pipeline-actions';
import type { Projects } from '../app/projects';
import { t } from '../base/localize';
import { nextStep, type BranchStep } from '../domain/branch-pipeline';
import type { PickItem, Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { refName } from '../presentation/pipeline-rows';
import { plainText } from '../presentation/plain-text';
import { statusIcon, statusWord } from '../presentation/status-icons';
import { VIEW } from '../presentation/view-ids';
import type { Job } from '../schemas/job';
import type { CommandRow } from './command-row';
import { tellNowhere } from './nowhere';

export interface BranchCommandPorts {
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
type Step = (ports: BranchCommandPorts, known: Known) => Promise<void>;

/** What a click on the status does, by what the branch's pipeline asks for. */
const STEPS: Readonly<Record<BranchStep, Step>> = {
  'open-failing-log': openFailing,
  play: offerManual,
  show: async ({ showPipeline }, { key }) => {
    if (key !== undefined) await showPipeline(key);
  },
  'open-merge-request': async (_ports, { mergeRequests: [mergeRequest] }) => {
    const target = { kind: 'merge-request', mergeRequest };
    await commands.executeCommand(COMMAND.openMergeRequest, { target });
  },
  run: offerRun,
};

export function branchCommands(ports: BranchCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.showBranchPipeline,
      failure: () => t('The pipeline of the branch could not be shown.'),
      run: async () => {
        const facts = await known(ports);
        if (facts === undefined) {
          await tellWhyNone(ports);
          return;
        }
        const { pipeline, branch } = facts;
        const key = pipeline === undefined ? undefined : { ...branch.project, pipeline: pipeline.id };
        await STEPS[nextStep(pipeline, facts.mergeRequest)](ports, { ...facts, key });
      },
    },
  ];
}

/** What is known of the branch; it is asked for where that is nothing, or where it could not be read before. */
async function known({ branch }: BranchCommandPorts): Promise<BranchFacts | undefined> {
  if (branch.facts !== undefined && branch.facts.problem === undefined) return branch.facts;
  await window.withProgress(
    { location: ProgressLocation.Window, title: t('Looking for the pipeline of the branch…') },
    () => branch.look(),
  );
  return branch.facts;
}

async function tellWhyNone({ projects, prompts }: BranchCommandPorts): Promise<void> {
  const { state } = await projects.search();
  if (state === 'found') prompts.tell('info', t('No branch is checked out in this workspace.'), []);
  else tellNowhere(prompts, state);
}

async function openFailing(ports: BranchCommandPorts, { branch, failed, key }: Known): Promise<void> {
  if (key === undefined) return;
  const [only, ...others] = failed;
  const open = (job: Job): Promise<void> => ports.openLog({ ...branch.project, job: job.id }, job.name);
  if (only === undefined) {
    // No job is to blame: a trigger job is, or the pipeline's definition.
    await ports.showPipeline(key);
    return;
  }
  if (others.length === 0) {
    await open(only);
    return;
  }
  const chosen = await ports.prompts.pick<Job | 'show'>({
    title: t('Failed Jobs of {0}', branch.head.name ?? refName(branch.head.sha)),
    placeholder: t('The log to open, at the line that tells why'),
    items: [...failed.map(jobItem), { ...showItem(), value: 'show' }],
  });
  if (chosen === 'show') await ports.showPipeline(key);
  else if (chosen !== undefined) await open(chosen);
}

async function offerManual(ports: BranchCommandPorts, { branch, key }: Known): Promise<void> {
  if (key === undefined) return;
  const items = async (signal: AbortSignal): Promise<readonly PickItem<Job | 'show'>[]> => [
    ...(await ports.manualJobs(key, signal)).map((job) => ({
      ...jobItem(job),
      label: t('Play {0}', job.name),
      icon: 'play',
    })),
    { ...showItem(), value: 'show' },
  ];
  const chosen = await ports.prompts.pick<Job | 'show'>({
    title: t('Manual Jobs of {0}', branch.head.name ?? refName(branch.head.sha)),
    placeholder: t('The job to play'),
    looking: t('Looking for jobs that wait to be played…'),
    items,
  });
  if (chosen === 'show') await ports.showPipeline(key);
  else if (chosen !== undefined) {
    // The command's own way of asking, sending and telling.
    await commands.executeCommand(COMMAND.playJob, {
      target: { kind: 'job', pipeline: key, job: chosen.id },
    });
  }
}

async function offerRun(ports: BranchCommandPorts, { branch }: Known): Promise<void> {
  const { name } = branch.head;
  const run: PickItem<'run' | 'view'> = {
    label: t('Run Pipeline for {0}', name ?? ''),
    description: t('without variables'),
    icon: 'run',
    value: 'run',
  };
  const chosen = await ports.prompts.pick<'run' | 'view'>({
    title: name === undefined ? t('This commit has no pipeline') : t('{0} has no pipeline', name),
    placeholder: t('What to do'),
    items: [
      // Pipelines run for branches and tags; a commit alone has no name to run one for.
      ...(name === undefined ? [] : [run]),
      { label: t('Open the Pipelines View'), icon: 'list-tree', value: 'view' },
    ],
  });
  if (chosen === 'view') await commands.executeCommand(`${VIEW.pipelines}.focus`);
  if (chosen !== 'run' || name === undefined) return;
  const started = await window.withProgress(
    { location: ProgressLocation.Window, title: plainText(t('Starting a pipeline for {0}…', name)) },
    () => ports.start(branch, { ref: name, variables: [] }),
  );
  if (started !== undefined) {
    ports.prompts.tell('info', t('Pipeline #{0} for {1} is {2}.', started.id, name, statusWord(started)), []);
  }
}

function jobItem(job: Job): PickItem<Job> {
  return { label: job.name, description: job.stage, icon: statusIcon(job).id, value: job };
}

const showItem = () => ({ label: t('Show the Pipeline in the View'), icon: 'list-tree' });
