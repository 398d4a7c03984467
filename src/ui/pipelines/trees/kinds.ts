import { type ListedPipeline, wantsOnlyWarnings } from '../../../app/pipelines/query';
import { hasPassedWithWarnings } from '../../../domain/jobs/status';
import { canRunPipelines, olderRow, projectRow, stageRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Entry, PipelineNodeData, TreeNode } from '../../tree-node';
import { artifactEntries, artifactRow, artifactsEntry } from './artifact-entries';
import {
  attemptEntries,
  downstreamEntries,
  jobEntries,
  pipelineContentEntries,
  pipelineEntries,
} from './entries';
import { type RowDeps, rowOfMember, rowOfPipeline } from './node-rows';

/** The data of a row by its kind. */
type DataOf = { readonly [D in PipelineNodeData as D['kind']]: D };
type Kind = keyof DataOf;

/** The row and the children of a kind. A kind without `entries` has no children. */
interface PipelineKind<K extends Kind> {
  readonly row: (data: DataOf[K], deps: RowDeps) => Row;
  readonly entries?: (
    data: DataOf[K],
    deps: RowDeps,
    node: TreeNode,
  ) => readonly Entry[] | Promise<readonly Entry[]>;
}

const KINDS: { readonly [K in Kind]: PipelineKind<K> } = {
  project: {
    row: ({ path, project, username, added }, { newPipelines, pipelines, projects }) =>
      projectRow({
        path,
        base: project.base,
        username,
        newest: pipelines.peekList(project)?.newest,
        unseen: newPipelines?.(project),
        added,
        access: projects?.accessOf(project),
      }),
    entries: entriesOfProject,
  },
  pipeline: {
    row: rowOfPipeline,
    entries: async ({ pipeline }, { pipelines, filter, jobLayout }) =>
      pipelineContentEntries(pipeline, await pipelines.content(pipeline), filter(), jobLayout()),
  },
  stage: {
    row: ({ pipeline, stage: name }, { pipelines, projects }) => {
      const stage = pipelines.peek(pipeline)?.stages.find((each) => each.name === name);
      return stageRow(stage ?? { name, members: [] }, projects?.accessOf(pipeline));
    },
    entries: async (data, { pipelines, filter, jobLayout }) =>
      jobEntries(data, await pipelines.content(data.pipeline), filter(), jobLayout().order),
  },
  job: {
    row: rowOfMember,
    entries: ({ pipeline, job }, deps) => {
      const member = deps.pipelines.member(pipeline, job);
      return [...artifactsEntry(pipeline, member?.job, deps), ...attemptEntries(pipeline, member)];
    },
  },
  bridge: {
    row: rowOfMember,
    entries: async ({ pipeline, job }, { pipelines }, node) => {
      const { bridges } = await pipelines.content(pipeline);
      return downstreamEntries(
        node,
        pipeline,
        bridges.find(({ id }) => id === job),
      );
    },
  },
  attempt: {
    row: rowOfMember,
    entries: ({ pipeline, job }, deps) =>
      artifactsEntry(pipeline, deps.pipelines.member(pipeline, job)?.job, deps),
  },
  artifact: { row: artifactRow, entries: artifactEntries },
  older: {
    row: ({ project }, { pipelines, clock }) =>
      olderRow(pipelines.peekList(project)?.knownDownTo, clock.now()),
  },
  note: { row: ({ row }) => row },
};

/** Returns the row of a node from the cached data, without sending a request. */
export function pipelineRowOf(data: PipelineNodeData, deps: RowDeps): Row {
  return row(data.kind, data, deps);
}

/** Returns the children of a node. Rejects if a request for them fails. */
export async function pipelineEntriesOf(
  data: PipelineNodeData,
  deps: RowDeps,
  node: TreeNode,
): Promise<readonly Entry[]> {
  return entries(data.kind, data, deps, node);
}

function row<K extends Kind>(kind: K, data: DataOf[K], deps: RowDeps): Row {
  return KINDS[kind].row(data, deps);
}

async function entries<K extends Kind>(
  kind: K,
  data: DataOf[K],
  deps: RowDeps,
  node: TreeNode,
): Promise<readonly Entry[]> {
  return (await KINDS[kind].entries?.(data, deps, node)) ?? [];
}

/** Servers can't filter by pipelines with warnings, so passed pipelines are checked before they are shown. */
async function entriesOfProject(
  { project, path }: DataOf['project'],
  deps: RowDeps,
): Promise<readonly Entry[]> {
  const { pipelines, projects, warnings } = deps;
  const of = { project, path, canRun: canRunPipelines(projects?.accessOf(project)) };
  const filter = deps.filter();
  const list = await pipelines.list(project);
  if (warnings === undefined || !wantsOnlyWarnings(filter))
    return pipelineEntries(of, list, filter, () => true);
  await warnings.load(project, list.pipelines);
  const isShown = (pipeline: ListedPipeline): boolean =>
    pipeline.status !== 'success' ||
    hasPassedWithWarnings(pipeline) ||
    warnings.has({ ...project, pipeline: pipeline.id });
  return pipelineEntries(of, list, filter, isShown);
}
