import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ProjectKey } from '../../src/app/shared/keys';
import { until } from '../integration/helpers/harness';
import { aJobThatIs, jobNode, type Product, signedIn } from '../integration/helpers/product';

const STOREFRONT = 'acme/storefront';
const PAYMENTS = 'acme/payments';

/** Returns the settings of the folder with a project's clone. */
function folderSettings(project: string) {
  const folder = vscode.workspace.workspaceFolders?.find(({ name }) => project.endsWith(`/${name}`));
  assert.ok(folder, `a folder of ${project}`);
  const update = (key: string, value: unknown): Thenable<void> =>
    vscode.workspace
      .getConfiguration('switchyard', folder.uri)
      .update(key, value, vscode.ConfigurationTarget.WorkspaceFolder);
  return { update };
}

describe('settings in a workspace with several folders', () => {
  let extension: Product;
  before(async () => {
    extension = await signedIn();
    await extension.parts.projects.search();
  });

  async function keyOf(path: string): Promise<ProjectKey> {
    const found = await until(
      async () => {
        const search = await extension.parts.projects.search();
        if (search.state !== 'found') return undefined;
        return search.projects.find((each) => each.ok && each.project.path === path);
      },
      { description: `${path} is found` },
    );
    assert.ok(found.ok);
    return found.project.key;
  }

  it('determine notifications about pipelines by the folder of the project', async () => {
    const { notifications } = extension.parts;
    const keys = [await keyOf(STOREFRONT), await keyOf(PAYMENTS)].map((key) => ({
      ...key,
      pipeline: 999_999,
    }));
    await folderSettings(STOREFRONT).update('notify', 'all');
    try {
      for (const key of keys) notifications.watch(key, 'started');
      assert.deepEqual(
        keys.map((key) => notifications.isWatched(key)),
        [true, false],
        'the user has turned notifications off, and one folder turns them on',
      );
    } finally {
      for (const key of keys) notifications.unwatch(key);
      await folderSettings(STOREFRONT).update('notify', undefined);
    }
  });

  it("determine generated files by the patterns of the project's folder", async () => {
    const { review } = await extension.parts.mergeRequestView.load();
    const says = async (path: string): Promise<boolean | undefined> =>
      review.generated.for(await keyOf(path), [])('made/machine.ts');
    await folderSettings(PAYMENTS).update('review.generatedFiles', ['made/']);
    try {
      assert.deepEqual([await says(STOREFRONT), await says(PAYMENTS)], [undefined, true]);
    } finally {
      await folderSettings(PAYMENTS).update('review.generatedFiles', undefined);
    }
    assert.equal(await says(PAYMENTS), undefined);
  });

  describe('with additional patterns for manual jobs', () => {
    const user = (pattern: string | undefined): Thenable<void> =>
      vscode.workspace
        .getConfiguration('switchyard')
        .update('confirm.runJobPattern', pattern, vscode.ConfigurationTarget.Global);
    afterEach(() => user(undefined));

    /**
     * Returns how often confirmation is required for a job "deploy…" of the storefront while a folder has
     * this pattern.
     */
    async function confirmations(folder: string, pattern: string): Promise<number> {
      const job = await aJobThatIs('manual', ({ name }) => name.startsWith('deploy'));
      const node = await jobNode(extension, job.pipeline.id, job.name);
      extension.script.confirmed.length = 0;
      await folderSettings(folder).update('confirm.additionalRunJobPatterns', [pattern]);
      try {
        await vscode.commands.executeCommand('switchyard.playJob', node);
      } finally {
        await folderSettings(folder).update('confirm.additionalRunJobPatterns', undefined);
      }
      return extension.script.confirmed.length;
    }

    it('require confirmation only in the project of the folder', async () => {
      await user('');
      assert.equal(await confirmations(STOREFRONT, '^deploy'), 1);
      assert.equal(await confirmations(PAYMENTS, '^deploy'), 0);
    });

    it("add to the user's pattern", async () => {
      assert.equal(await confirmations(STOREFRONT, '^nothing$'), 1);
    });
  });
});
