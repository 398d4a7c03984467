import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TreeNode } from '../../../src/ui/tree-node';
import { sandbox, until } from '../helpers/harness';
import { ask, jobNode, open, type Product, shown, signedIn, STORE, type WireJob } from '../helpers/product';
import { run } from './job-rows';

interface Run extends WireJob {
  readonly ref: string;
  readonly artifacts_file?: unknown;
}

const E2E = 'e2e: chrome 1/2';

describe('artifacts of a job', () => {
  let extension: Product;
  let job: WireJob;
  let node: TreeNode;

  /** Jobs of earlier tests, which may have changed or loaded their artifacts. */
  const used = new Set<number>();
  /**
   * Returns a job with artifacts that no other test uses. Those of the default branch are left to the comparison with the
   * last passed run.
   */
  const unusedJob = async (name: string): Promise<WireJob> => {
    for (let page = 1; page < 20; page++) {
      const jobs = await ask<Run[]>(`${STORE}/jobs?scope[]=success&per_page=100&page=${page}`);
      for (const each of jobs) {
        if (each.name !== name || each.ref === 'main' || each.artifacts_file === undefined) continue;
        if (used.has(each.id)) continue;
        const { source } = await ask<{ source: string }>(`${STORE}/pipelines/${each.pipeline.id}`);
        if (source === 'parent_pipeline') continue;
        used.add(each.id);
        return each;
      }
    }
    throw new Error(`the sandbox has no other ${name} with artifacts`);
  };
  const openJob = async (name: string, role = 'maintainer'): Promise<void> => {
    extension = await signedIn(role);
    job = await unusedJob(name);
    node = await jobNode(extension, job.pipeline.id, name);
  };
  /** Shared by the tests that only read artifacts. */
  let read: WireJob | undefined;
  const openReadJob = async (): Promise<void> => {
    extension = await signedIn();
    job = read ??= await unusedJob(E2E);
    node = await jobNode(extension, job.pipeline.id, E2E);
  };
  const child = async (parent: TreeNode, label: string): Promise<TreeNode> => {
    const found = (await open(extension, parent)).find((each) => shown(extension, each).label === label);
    assert.ok(found, `${label} is below ${shown(extension, parent).label}`);
    return found;
  };
  const at = async (...labels: string[]): Promise<TreeNode> => {
    let found = node;
    for (const label of ['Artifacts', ...labels]) found = await child(found, label);
    return found;
  };
  const labelsIn = async (parent: TreeNode): Promise<string[]> =>
    (await open(extension, parent)).map((each) => shown(extension, each).label);
  const activeTab = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const opened = async (name: string): Promise<vscode.Uri> => {
    const uriOf = (): vscode.Uri | undefined => {
      const input = activeTab();
      return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
        ? input.uri
        : undefined;
    };
    await until(() => uriOf()?.path.endsWith(`/${name}`) === true, { description: `${name} is open` });
    return uriOf() ?? assert.fail();
  };

  afterEach(async () => {
    await sandbox.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  for (const mode of ['listed by the server', 'in a downloaded archive']) {
    it(`${mode} are folders and files below the job`, async () => {
      if (mode === 'in a downloaded archive')
        await sandbox.fault({ kind: 'status', status: 404, path: '/api/v4/**/artifacts/tree' });
      await openJob(E2E);
      assert.deepEqual(await labelsIn(await at()), ['coverage', 'reports', 'screenshots', 'build-info.txt']);
      const file = await at('reports', 'junit.xml');
      assert.equal(shown(extension, file).words.includes('artifactFile'), true);
      await run('openArtifact', file);
      const uri = await opened('junit.xml');
      const document = await vscode.workspace.openTextDocument(uri);
      assert.match(document.getText(), /<testsuite name="checkout"/);
      assert.equal(document.languageId, 'xml');
      await run('openArtifact', await at('screenshots', 'checkout', 'cart.png'));
      assert.ok((await opened('cart.png')).query.includes(String(job.id)));
    });
  }

  it('are a read-only file system whose URIs contain no token', async () => {
    await openReadJob();
    await run('openArtifact', await at('build-info.txt'));
    const uri = await opened('build-info.txt');
    const root = vscode.Uri.joinPath(uri, '..');
    assert.deepEqual(await vscode.workspace.fs.readDirectory(root), [
      ['coverage', vscode.FileType.Directory],
      ['reports', vscode.FileType.Directory],
      ['screenshots', vscode.FileType.Directory],
      ['build-info.txt', vscode.FileType.File],
    ]);
    const { size, type } = await vscode.workspace.fs.stat(uri);
    assert.equal(type, vscode.FileType.File);
    assert.equal((await vscode.workspace.fs.readFile(uri)).length, size);
    assert.equal(vscode.workspace.fs.isWritableFileSystem(uri.scheme), false);
    await assert.rejects(async () => vscode.workspace.fs.delete(uri));
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, new Uint8Array()));
    await assert.rejects(
      async () => vscode.workspace.fs.readFile(vscode.Uri.joinPath(root, 'none.txt')),
      /doesn't exist in the artifacts/,
    );
    for (const token of Object.values(sandbox.info.tokens)) assert.ok(!uri.toString(true).includes(token));
  });

  it('can be browsed with pickers', async () => {
    await openReadJob();
    const choices = ['screenshots', '..', 'reports', 'index.html'];
    extension.script.choose((labels) => labels.indexOf(choices.shift() ?? ''));
    await run('browseArtifacts', node);
    await opened('index.html');
    assert.deepEqual(
      extension.script.offered.slice(-2).map((items) => items.map(({ label }) => label)),
      [
        ['coverage', 'reports', 'screenshots', 'build-info.txt'],
        ['..', 'index.html', 'junit.xml'],
      ],
    );
  });

  it('are saved as an archive or a file', async () => {
    await openReadJob();
    const folder = await mkdtemp(path.join(tmpdir(), 'sy-artifacts-'));
    try {
      const save = async (what: TreeNode, name: string): Promise<Buffer> => {
        extension.script.saveTo(vscode.Uri.file(path.join(folder, name)).toString());
        await run('downloadArtifacts', what);
        return readFile(path.join(folder, name));
      };
      assert.match((await save(await at('build-info.txt'), 'info.txt')).toString(), /^job 0+\d+\ncommit /);
      assert.equal((await save(node, 'all.zip')).toString('latin1', 0, 2), 'PK');
      assert.deepEqual(extension.script.saved, ['build-info.txt', `${E2E}-${job.id}-artifacts.zip`]);
      assert.match(
        extension.script.messages.at(-1)?.message ?? '',
        /^Artifacts of e2e: chrome 1\/2 downloaded \(\d/,
      );
      assert.deepEqual(
        extension.script.messages.at(-1)?.actions.map(({ title }) => title),
        ['Reveal in Folder'],
      );
      assert.deepEqual((await readdir(folder)).sort(), ['all.zip', 'info.txt']);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are saved as a folder, and existing files are replaced only after a confirmation', async () => {
    await openReadJob();
    const folder = await mkdtemp(path.join(tmpdir(), 'sy-artifacts-'));
    try {
      const saved = async (): Promise<string[]> =>
        (await readdir(folder, { recursive: true })).map((name) => name.replaceAll(path.sep, '/')).sort();
      extension.script.saveTo(vscode.Uri.file(folder).toString());
      await run('downloadArtifacts', await at('screenshots'));
      const files = await saved();
      assert.ok(files.includes('screenshots/checkout/cart.png'), files.join());
      assert.match(
        extension.script.messages.at(-1)?.message ?? '',
        /^\d+ files? of screenshots downloaded \(\d[\d.]* \w+\)\.$/,
      );
      const picture = path.join(folder, 'screenshots/checkout/cart.png');
      const content = await readFile(picture);
      await writeFile(picture, 'mine');
      extension.script.allow(false);
      await run('downloadArtifacts', await at('screenshots'));
      assert.equal(await readFile(picture, 'utf8'), 'mine');
      extension.script.allow();
      await run('downloadArtifacts', await at('screenshots'));
      assert.deepEqual(await readFile(picture), content);
      assert.deepEqual(await saved(), files);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('are kept, and then have no expiration date', async () => {
    await openJob('compile', 'developer');
    assert.ok(shown(extension, node).words.includes('keep'));
    await run('keepArtifacts', node);
    assert.match(
      extension.script.mentioned.at(-1) ?? '',
      /^Artifacts of compile \(#\d+\) no longer expire\.$/,
    );
    node = await jobNode(extension, job.pipeline.id, 'compile');
    assert.ok(!shown(extension, node).words.includes('keep'));
    await run('keepArtifacts', node);
    assert.equal(
      extension.script.messages.at(-1)?.message,
      'compile has no artifacts that are set to expire.',
    );
  });

  it('offer the page of the job if the server has no endpoint for keeping them', async () => {
    await openJob('compile', 'developer');
    await sandbox.fault({ kind: 'status', status: 404, path: '**/artifacts/keep' });
    await run('keepArtifacts', node);
    const { message, actions } = extension.script.messages.at(-1) ?? {};
    assert.match(
      message ?? '',
      /^The server found nothing to keep\. The artifacts of compile were deleted, or the server can only keep them on the page/,
    );
    assert.deepEqual(
      actions?.map(({ title }) => title),
      ['Open Job Page'],
    );
  });

  it('are deleted only after confirmation, and then have no row', async () => {
    await openJob('compile');
    const root = await at();
    assert.ok(shown(extension, node).words.includes('deleteArtifacts'));
    await run('deleteArtifacts', node);
    assert.match(
      extension.script.confirmed[0]?.message ?? '',
      /^Delete the artifacts of compile \(#\d+\)\?$/,
    );
    assert.equal((await labelsIn(root)).length, 2);
    extension.script.allow();
    await run('deleteArtifacts', node);
    assert.match(extension.script.mentioned.at(-1) ?? '', /^Artifacts of compile \(#\d+\) deleted\.$/);
    node = await jobNode(extension, job.pipeline.id, 'compile');
    assert.ok(!(await labelsIn(node)).includes('Artifacts'));
    assert.ok(!shown(extension, node).words.includes('archive'));
    await run('browseArtifacts', node);
    assert.equal(extension.script.messages.at(-1)?.message, 'compile has no available artifacts.');
  });

  it("can't be deleted by developers", async () => {
    await openJob('compile', 'developer');
    assert.ok(!shown(extension, node).words.includes('deleteArtifacts'));
    extension.script.allow();
    await sandbox.clearRequests();
    await run('deleteArtifacts', node);
    assert.match(extension.script.messages.at(-1)?.message ?? '', /requires at least the Maintainer role/);
    assert.deepEqual(
      (await sandbox.requests()).filter(({ method }) => method === 'DELETE'),
      [],
    );
  });

  it('show an error row if they were deleted after the row was shown', async () => {
    await openJob('compile');
    const root = await child(node, 'Artifacts');
    const { url, tokens } = sandbox.info;
    const address = `${url}/api/v4/projects/acme%2Fstorefront/jobs/${job.id}/artifacts`;
    const headers = { 'private-token': tokens['owner'] ?? '' };
    assert.equal((await fetch(address, { method: 'DELETE', headers })).status, 204);
    assert.deepEqual(await labelsIn(root), ['The artifacts no longer exist on the server.']);
  });

  it('are compared with those of the last passed run', async () => {
    extension = await signedIn();
    const runs = await ask<Run[]>(`${STORE}/jobs?scope[]=success&per_page=100`);
    const named = runs.filter(({ name, ref }) => name === 'compile' && ref === 'main');
    const [later, earlier] = named;
    assert.ok(later?.artifacts_file !== undefined && earlier?.artifacts_file !== undefined);
    node = await jobNode(extension, later.pipeline.id, 'compile');
    await run('compareArtifact', await at('build-info.txt'));
    await until(() => activeTab() instanceof vscode.TabInputTextDiff, { description: 'the diff is open' });
    const input = activeTab();
    assert.ok(input instanceof vscode.TabInputTextDiff);
    const [before, after] = await Promise.all(
      [input.original, input.modified].map(async (uri) =>
        (await vscode.workspace.openTextDocument(uri)).lineAt(0).text.replace(/ 0+/, ' '),
      ),
    );
    assert.deepEqual([before, after], [`job ${earlier.id}`, `job ${later.id}`]);
  });
});
