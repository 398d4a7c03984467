import { t } from '../base/localize';
import type { PipelineKey, ProjectKey } from '../app/keys';
import type { PipelineContent } from '../app/pipeline-content';
import type { PipelineList } from '../app/pipeline-list';
import type { ProjectOutcome } from '../app/projects';
import { projectPathOn, parseRemote } from '../domain/remote-url';
import { errorRow } from '../presentation/error-rows';
import { emptyRow } from '../presentation/pipeline-rows';
import type { Bridge } from '../schemas/job';
import type { Entry, TreeNode } from './tree-node';

/** Children of the root: a row for each project of the workspace. */
export function projectEntries(
  outcomes: readonly ProjectOutcome[],
  usernameOn: (base: string) => string | undefined,
): Entry[] {
  return outcomes.map((outcome) => {
    if (!outcome.ok) {
      const row = errorRow(t('{0} could not be read', outcome.path), outcome.error);
      return { key: `${outcome.base}/${outcome.path}`, data: { kind: 'note', row } };
    }
    const { key, path } = outcome.project;
    return {
      key: `${key.base}/${String(key.project)}`,
      data: { kind: 'project', project: key, path, username: usernameOn(key.base) },
    };
  });
}

/** Children of a project: its pipelines, and the way to older ones. */
export function pipelineEntries(project: ProjectKey, list: PipelineList): Entry[] {
  if (list.pipelines.length === 0) return [note('none', t('No pipelines yet'))];
  const pipelines = list.pipelines.map(({ id }): Entry => ({
    key: `${id}`,
    data: { kind: 'pipeline', pipeline: { ...project, pipeline: id } },
  }));
  return list.hasOlder ? [...pipelines, { key: 'older', data: { kind: 'older', project } }] : pipelines;
}

/** Children of a pipeline: its stages. */
export function stageEntries(pipeline: PipelineKey, { stages, cut }: PipelineContent): Entry[] {
  if (stages.length === 0) return [note('none', t('No jobs in this pipeline'))];
  const entries = stages.map(({ name }): Entry => ({
    key: `stage ${name}`,
    data: { kind: 'stage', pipeline, stage: name },
  }));
  return cut ? [...entries, note('cut', t('More jobs than are shown here'))] : entries;
}

/** Children of a stage: its jobs and trigger jobs, the newest attempt of each. */
export function jobEntries(pipeline: PipelineKey, stage: string, { stages }: PipelineContent): Entry[] {
  const members = stages.find(({ name }) => name === stage)?.members ?? [];
  // The name is the key: a retried job keeps its place and its selection.
  return members.map(({ kind, job }) => ({ key: job.name, data: { kind, pipeline, job: job.id } }));
}

/** Child of a trigger job: the pipeline that it started. */
export function downstreamEntries(
  node: TreeNode,
  upstream: PipelineKey,
  bridge: Bridge | undefined,
): Entry[] {
  const started = bridge?.downstream_pipeline;
  if (started === null || started === undefined) return [note('none', t('No pipeline was started'))];
  const path = projectPathOf(upstream.base, started.web_url);
  // A path says the same as a number, but does not compare with it: what lies beside the trigger job is its project's.
  const beside = path !== undefined && path === projectPathOf(upstream.base, bridge?.web_url);
  const project = started.project_id ?? (beside ? undefined : path) ?? upstream.project;
  const pipeline: PipelineKey = { base: upstream.base, project, pipeline: started.id };
  if (node.isInside(pipeline)) return [note('cycle', t('#{0} is shown further up', started.id))];
  const elsewhere = path !== undefined && project !== upstream.project;
  return [
    {
      key: `${started.id}`,
      data: { kind: 'pipeline', pipeline, started, ...(elsewhere ? { where: path } : {}) },
    },
  ];
}

/** The full path of the project that a pipeline's page belongs to: the description gives no other way to tell. */
function projectPathOf(base: string, page: string | null | undefined): string | undefined {
  const repository = page?.split('/-/')[0];
  const address = repository === undefined ? undefined : parseRemote(repository);
  return address === undefined ? undefined : projectPathOn(base, address);
}

function note(key: string, text: string): Entry {
  return { key: `note ${key}`, data: { kind: 'note', row: emptyRow(text) } };
}
