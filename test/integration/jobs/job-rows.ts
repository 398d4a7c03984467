import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { ask, open, pipelineNode, type Product, STORE, type WirePipeline } from '../helpers/product';

export const run = (command: string, ...args: unknown[]): Thenable<unknown> =>
  vscode.commands.executeCommand(`switchyard.${command}`, ...args);

/**
 * Returns the latest pipeline that has jobs with these statuses. A status that is repeated requires several
 * jobs.
 */
export async function aPipelineWith(...statuses: string[]): Promise<number> {
  for (const { id, source } of await ask<WirePipeline[]>(`${STORE}/pipelines?per_page=100`)) {
    const jobs = await ask<{ status: string; archived: boolean }[]>(
      `${STORE}/pipelines/${id}/jobs?per_page=100`,
    );
    const left = jobs.map(({ status }) => status);
    const has = (status: string): boolean => left.splice(left.indexOf(status) >>> 0, 1).length === 1;
    if (source !== 'parent_pipeline' && !jobs.some(({ archived }) => archived) && statuses.every(has))
      return id;
  }
  throw new Error(`no pipeline has jobs that are ${statuses.join(', ')}`);
}

/** Returns the rows of all jobs of a pipeline. */
export async function jobNodes(it: Product, pipeline: number): Promise<TreeNode[]> {
  const nodes: TreeNode[] = [];
  for (const stage of await open(it, await pipelineNode(it, pipeline)))
    nodes.push(...(await open(it, stage)));
  return nodes.filter(({ data }) => data.kind === 'job');
}
