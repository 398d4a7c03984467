import type { PipelineRun } from '../app/pipeline-actions';
import type { ProjectKey } from '../app/keys';
import type { WorkspaceProject } from '../app/projects';
import { targetOf } from '../app/targets';
import { t } from '../base/localize';
import { mergeRequestOf } from '../domain/pipeline-rules';
import type { PickItem } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { refName } from '../presentation/pipeline-rows';
import { statusWord } from '../presentation/status-icons';
import type { CommandRow } from './command-row';
import { tellNowhere } from './nowhere';
import { withPatience } from './patience';
import type { PipelineCommandPorts } from './pipeline-commands';
import { askVariables, type VariablePorts } from './variable-commands';

type Ports = PipelineCommandPorts & VariablePorts;

/** Runs a pipeline: of a pipeline's row for the same ref, of a project's row or without one for a ref that is chosen. */
export function runPipelineCommand(ports: Ports): CommandRow {
  return {
    id: COMMAND.runPipeline,
    failure: () => t('No pipeline was started.'),
    run: async (argument, failing) => {
      const place = await placeOf(ports, argument);
      if (place === undefined) return;
      const { project, ref } = place;
      failing(t('No pipeline was started for {0}.', refName(ref)));
      const run = await runOf(ports, project, ref);
      if (run === undefined) return;
      const title = t('Starting a pipeline for {0}…', refName(ref));
      const started = await withPatience(title, (signal) =>
        ports.pipelineActions.start(project, run, signal),
      );
      const told =
        started === undefined
          ? t('A pipeline for {0} is on its way.', refName(ref))
          : t('Pipeline #{0} for {1} is {2}.', started.id, refName(ref), statusWord(started));
      ports.prompts.tell('info', told, []);
    },
  };
}

interface Place {
  readonly project: ProjectKey;
  readonly ref: string;
}

async function placeOf(ports: Ports, argument: unknown): Promise<Place | undefined> {
  const target = targetOf(argument);
  if (target?.kind === 'pipeline') {
    const { base, project } = target.pipeline;
    const ref = await ports.refOf(target.pipeline);
    return ref === undefined ? askRef(ports, { base, project }) : { project: { base, project }, ref };
  }
  const project = target?.kind === 'project' ? target.project : await chooseProject(ports);
  return project === undefined ? undefined : askRef(ports, project);
}

/** The one project of the workspace, or the one that is chosen among several. */
async function chooseProject({ pipelineLookup, prompts }: Ports): Promise<ProjectKey | undefined> {
  const found = await pipelineLookup.projects();
  if (typeof found === 'string') {
    tellNowhere(prompts, found);
    return undefined;
  }
  const [only, ...others] = found;
  if (others.length === 0) return only?.key;
  const items = found.map((project: WorkspaceProject) => ({
    label: project.path,
    description: project.key.base.replace(/^https?:\/\//, ''),
    icon: 'repo',
    value: project.key,
  }));
  return prompts.pick({ title: t('Run Pipeline'), placeholder: t('The project to run it in'), items });
}

/** Which branch; typed for a tag, and where the server does not tell its branches. */
async function askRef(ports: Ports, project: ProjectKey): Promise<Place | undefined> {
  const known = { none: false, typed: '' };
  const items = async (signal: AbortSignal): Promise<readonly PickItem<string>[]> => {
    const branches = await ports.pipelineLookup.branches(project, signal);
    known.none = branches.length === 0;
    const rows = branches.map((name) => ({ label: name, icon: 'git-branch', value: name }));
    return known.none
      ? []
      : [...rows, { label: t('Another Branch or a Tag…'), icon: 'edit', always: true, value: '' }];
  };
  const chosen = await ports.prompts.pick({
    title: t('Run Pipeline'),
    placeholder: t('The branch to run it for'),
    looking: t('Looking for branches…'),
    items,
    onTyped: (typed) => (known.typed = typed),
  });
  if (chosen !== undefined && chosen !== '') return { project, ref: chosen };
  return known.none || chosen === '' ? typeRef(ports, project, known.typed) : undefined;
}

/** `begun` is what was typed before. */
async function typeRef({ prompts }: Ports, project: ProjectKey, begun: string): Promise<Place | undefined> {
  let ref = '';
  const typed = await prompts.input({
    title: t('Run Pipeline'),
    step: [1, 1],
    prompt: t('The branch or tag to run it for'),
    value: begun,
    accept: (value) => {
      ref = value.trim();
      return Promise.resolve(ref === '' ? t('Type the name of a branch or tag.') : undefined);
    },
  });
  return typed === true ? { project, ref } : undefined;
}

/** A merge request's pipeline has an endpoint of its own (doc 2 §4), which takes no variables. */
async function runOf(ports: Ports, project: ProjectKey, ref: string): Promise<PipelineRun | undefined> {
  const mergeRequest = mergeRequestOf(ref);
  if (mergeRequest !== undefined) return { mergeRequest };
  const variables = await askVariables(ports, {
    title: t('Run Pipeline for {0}', ref),
    run: t('Run Pipeline'),
    project,
    started: { ref },
  });
  return variables === undefined ? undefined : { ref, variables };
}
