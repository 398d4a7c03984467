import { commands, type TreeView } from 'vscode';
import type { JobKey, PipelineKey, ProjectKey } from '../../../app/shared/keys';
import { orUndefined } from '../../../base/background';
import { VIEW } from '../../../presentation/shared/view-ids';
import { revealRow } from '../../shared/trees/reveal-row';
import type { TreeNode } from '../../tree-node';

/** The part of a tree that is used here. */
interface Tree {
  childrenOf(node?: TreeNode): Promise<readonly TreeNode[]>;
}

/**
 * Selects and expands the row of a pipeline. Returns false if the view doesn't list it. A pipeline that was
 * just created may not be in the list yet, so the list is refreshed once.
 */
export async function revealPipeline(
  tree: Tree & { settled(): Promise<void> },
  view: Pick<TreeView<TreeNode>, 'reveal'>,
  key: PipelineKey,
  refresh: () => Promise<void>,
): Promise<boolean> {
  await commands.executeCommand(`${VIEW.pipelines}.focus`);
  let node = await findPipelineNode(tree, key);
  if (node === undefined) {
    await orUndefined(refresh());
    // VS Code reveals only rows that it knows.
    await tree.settled();
    node = await findPipelineNode(tree, key);
  }
  if (node !== undefined) await revealRow(view, node, { select: true, focus: true, expand: true });
  return node !== undefined;
}

/** Selects the row of a job if the view is visible and lists its pipeline. The focus stays in the editor. */
export async function revealJob(
  tree: Tree,
  view: Pick<TreeView<TreeNode>, 'reveal' | 'visible'>,
  key: PipelineKey & JobKey,
): Promise<void> {
  if (!view.visible) return;
  const pipeline = await findPipelineNode(tree, key);
  if (pipeline === undefined) return;
  const isJob = ({ data }: TreeNode): boolean => 'job' in data && data.job === key.job;
  const inside = await tree.childrenOf(pipeline);
  const stages = inside.filter(({ data }) => data.kind === 'stage');
  const jobs = await Promise.all(stages.map((stage) => tree.childrenOf(stage)));
  const node = [...inside, ...jobs.flat()].find(isJob);
  if (node !== undefined) await revealRow(view, node, { select: true, focus: false });
}

/** Selects the row of a project. Returns false if the view doesn't list it. */
export async function revealProject(
  tree: Tree & { settled(): Promise<void> },
  view: Pick<TreeView<TreeNode>, 'reveal'>,
  project: ProjectKey & { readonly path: string },
): Promise<boolean> {
  await commands.executeCommand(`${VIEW.pipelines}.focus`);
  // VS Code reveals only rows that it knows, and waits only for changes whose event has fired.
  await tree.settled();
  const node = (await tree.childrenOf()).find(
    ({ data }) =>
      data.kind === 'project' &&
      data.project.base === project.base &&
      (data.project.project === project.project || data.path === project.path),
  );
  if (node !== undefined) await revealRow(view, node, { select: true, focus: true });
  return node !== undefined;
}

/** Returns the row of a pipeline below its project; undefined if the view doesn't list it. */
async function findPipelineNode(tree: Tree, key: PipelineKey): Promise<TreeNode | undefined> {
  for (const project of await tree.childrenOf()) {
    if (!isOf(project, key)) continue;
    const found = (await tree.childrenOf(project)).find(
      ({ data }) => data.kind === 'pipeline' && data.pipeline.pipeline === key.pipeline,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A key contains the ID of a project, or its path if the ID isn't known. */
function isOf({ data }: TreeNode, { base, project }: PipelineKey): boolean {
  return (
    data.kind === 'project' &&
    data.project.base === base &&
    (data.project.project === project || data.path === project)
  );
}
