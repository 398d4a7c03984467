import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Testing } from '../../../src/extension';
import type { OnDemand } from '../../../src/features/on-demand';
import type { ReplaceablePrompts } from '../../../src/ui/shared/editor/prompt-wrappers';
import type { TreeNode } from '../../../src/ui/tree-node';
import { activated, sandbox } from './harness';
import { ScriptedPrompts } from './scripted-prompts';

/** The extension in the host, with scripted prompts. */
export interface Product extends Testing {
  readonly parts: OnDemand;
  readonly prompts: ReplaceablePrompts;
  readonly script: ScriptedPrompts;
}

/** `scripts/lib/tests/integration-window.mjs` starts the window with these, because each change takes long. */
const TEST_SETTINGS = {
  // The tests send many more requests than a user. Other tests cover the limit.
  'requests.perMinute': 3_000,
  // Pipelines of a previous test can fail during the next one. Other tests cover notifications.
  notify: 'off',
};

declare global {
  /** The prompts of the last product. Global, because each test file is a bundle with its own modules. */
  var lastPrompts: ScriptedPrompts | undefined;
}

/** Removes what the prompts have recorded, so that a test sees only its own messages. */
export function clearPromptRecords(): void {
  globalThis.lastPrompts?.clearRecords();
}

export async function product(): Promise<Product> {
  const testing = await activated<Testing>();
  const parts = await testing.onDemand.load();
  await setForTests();
  const script = new ScriptedPrompts();
  globalThis.lastPrompts = script;
  const prompts = parts.plainPrompts;
  prompts.replace(script);
  return { ...testing, parts, prompts, script };
}

/** Sets what the window of the tests starts with, unless it is set. A test can have changed it. */
async function setForTests(): Promise<void> {
  const settings = vscode.workspace.getConfiguration('switchyard');
  for (const [key, value] of Object.entries(TEST_SETTINGS)) {
    if (settings.inspect(key)?.globalValue !== value)
      await settings.update(key, value, vscode.ConfigurationTarget.Global);
  }
}

/**
 * Signs the extension in to the sandbox with the given role, unless it is, and shows its view. A sign-in clears what was
 * loaded.
 */
export async function signedIn(role = 'maintainer'): Promise<Product> {
  const it = await product();
  const { url, tokens } = sandbox.info;
  const token = tokens[role];
  assert.ok(token !== undefined, `the sandbox has no ${role}`);
  const { accounts } = it.parts;
  const isListed = accounts.list().some(({ base }) => base === url);
  const known = isListed ? await accounts.token(url).catch(() => undefined) : undefined;
  if (known !== token) await accounts.signIn(url, token);
  await vscode.commands.executeCommand('switchyard.pipelines.focus');
  return it;
}

export async function signedOut(): Promise<Product> {
  const it = await product();
  for (const { base } of it.parts.accounts.list()) await it.parts.accounts.signOut(base);
  return it;
}

/** The contents of a row in the pipelines tree, as the editor gets them. */
export const shown = ({ parts }: Product, node: TreeNode) => shownIn(parts.pipelinesView.tree, node);

/** The contents of a row of any tree, as the editor gets them. */
export function shownIn(
  tree: Pick<Product['parts']['pipelinesView']['tree'], 'getTreeItem' | 'resolveTreeItem'>,
  node: TreeNode,
) {
  const item = tree.getTreeItem(node);
  const resolved = tree.resolveTreeItem(item, node);
  const { tooltip } = resolved;
  return {
    id: item.id,
    label: typeof item.label === 'string' ? item.label : (item.label?.label ?? ''),
    description: String(item.description ?? ''),
    icon: item.iconPath instanceof vscode.ThemeIcon ? item.iconPath.id : '',
    words: (item.contextValue ?? '').split('.'),
    accessibleLabel: item.accessibilityInformation?.label ?? '',
    tooltip: tooltip instanceof vscode.MarkdownString ? tooltip.value : (tooltip ?? ''),
    command: item.command,
    expandable: item.collapsibleState !== vscode.TreeItemCollapsibleState.None,
  };
}

/** The status of a pipeline or job in the row's accessible label. */
export function statusShown(product: Product, node: TreeNode): string {
  const texts = shown(product, node).accessibleLabel.split(', ');
  return texts[node.data.kind === 'pipeline' ? 2 : 1] ?? '';
}

/** Returns the children of a row, as if it were expanded. */
export const open = ({ parts }: Product, node?: TreeNode): Promise<TreeNode[]> =>
  parts.pipelinesView.tree.getChildren(node);

export async function projectNode(it: Product, path = 'acme/storefront'): Promise<TreeNode> {
  const node = (await open(it)).find((child) => shown(it, child).label === path);
  assert.ok(node, `${path} is not in the tree`);
  return node;
}

/** Returns the row of a pipeline. Refreshes, and loads older pipelines until it is found. */
export async function pipelineNode(it: Product, id: number): Promise<TreeNode> {
  const project = await projectNode(it);
  await open(it, project);
  await vscode.commands.executeCommand('switchyard.refreshPipelines');
  for (;;) {
    const rows = await open(it, project);
    const found = rows.find(({ data }) => data.kind === 'pipeline' && data.pipeline.pipeline === id);
    if (found !== undefined) return found;
    const older = rows.at(-1);
    assert.equal(older?.data.kind, 'older', `pipeline ${id} is not in the list`);
    await vscode.commands.executeCommand('switchyard.loadOlderPipelines', older);
  }
}

/** Returns the row of a job or trigger job by its name. Expands its pipeline and stages. */
export async function jobNode(it: Product, pipeline: number, name: string): Promise<TreeNode> {
  for (const stage of await open(it, await pipelineNode(it, pipeline))) {
    const found = (await open(it, stage)).find((child) => shown(it, child).label === name);
    if (found !== undefined) return found;
  }
  throw new Error(`${name} is not in pipeline ${pipeline}`);
}

/** API path of the project whose clone is open. */
export const STORE = '/projects/acme%2Fstorefront';

/** The fields that tests need of a job from the sandbox. */
export interface WireJob {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly stage: string;
  readonly allow_failure: boolean;
  readonly pipeline: { readonly id: number };
  readonly erased_at: string | null;
}

/** Sends a GET request to the sandbox as the owner, without the extension. */
export async function ask<T>(path: string): Promise<T> {
  const { url, tokens } = sandbox.info;
  const response = await fetch(`${url}/api/v4${path}`, {
    headers: { 'private-token': tokens['owner'] ?? '' },
  });
  assert.ok(response.ok, `${path}: ${response.status}`);
  return (await response.json()) as T;
}

/**
 * Returns the latest matching job of the storefront with a status. Excludes retried jobs and jobs of child
 * pipelines. Throws if there is none.
 */
export async function aJobThatIs(
  status: string,
  fits: (job: WireJob) => boolean = () => true,
): Promise<WireJob> {
  const jobs = await ask<WireJob[]>(`${STORE}/jobs?scope[]=${status}&per_page=100`);
  for (const job of jobs.filter(fits)) {
    const { source } = await ask<{ source: string }>(`${STORE}/pipelines/${job.pipeline.id}`);
    const current = await ask<WireJob[]>(`${STORE}/pipelines/${job.pipeline.id}/jobs?per_page=100`);
    if (source !== 'parent_pipeline' && current.some(({ id }) => id === job.id)) return job;
  }
  throw new Error(`the sandbox has no fitting job that is ${status}`);
}

/** The jobs that hold a resource group before another one can take several minutes each. */
const MAX_ADVANCES = 240;

/** Like `aJobThatIs`, but advances the sandbox's clock until there is such a job. */
export async function aJobThatComesToBe(
  status: string,
  fits: (job: WireJob) => boolean = () => true,
): Promise<WireJob> {
  for (let tries = 0; tries < MAX_ADVANCES; tries++) {
    const job = await aJobThatIs(status, fits).catch(() => undefined);
    if (job !== undefined) return job;
    await sandbox.advance(5_000);
  }
  throw new Error(`no job of the sandbox came to be ${status}`);
}

/** Loads what the Pipelines view reads in the background about running pipelines. */
export async function loadDurations(it: Product): Promise<void> {
  const { data } = await projectNode(it);
  assert.ok(data.kind === 'project');
  const { pipelines, durations } = it.parts;
  const list = await pipelines.list(data.project);
  for (const { id, status } of list.pipelines.filter((each) => each.status === 'running')) {
    const key = { ...data.project, pipeline: id };
    await pipelines.content(key);
    const details = pipelines.details(key);
    assert.ok(details, status);
    await durations.load(key, details);
  }
}

/** The fields that tests need of a pipeline from the sandbox. */
export interface WirePipeline {
  readonly id: number;
  readonly ref: string;
  readonly status: string;
  readonly source: string;
}

/** Returns the latest listed pipeline with a status. */
export async function aPipelineThatIs(status: string): Promise<WirePipeline> {
  const found = await ask<WirePipeline[]>(`${STORE}/pipelines?status=${status}`);
  // Merge request pipelines have no branch for which another one can be run.
  const newest = found.find(({ ref }) => !ref.startsWith('refs/'));
  assert.ok(newest, `a pipeline that is ${status}`);
  return newest;
}
