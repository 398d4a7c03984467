import assert from 'node:assert/strict';
import { devNull } from 'node:os';
import * as vscode from 'vscode';
import { describeFresh } from '../helpers/fresh';
import { git } from '../helpers/git';
import { sandbox } from '../helpers/harness';
import { type Product, product, signedIn, signedOut } from '../helpers/product';

/** The part of the Git extension that the tests use. */
interface GitExtension {
  getAPI(version: 1): {
    getRepository(uri: vscode.Uri): { fetch(options: { remote: string }): Promise<void> } | null;
  };
}

describeFresh('Git with the token of an account', () => {
  let root = '';
  /** A remote of a private project, without a user name and password. */
  const REMOTE = 'plans';
  const branches = () => git(root, 'for-each-ref', '--format=%(refname)', `refs/remotes/${REMOTE}/`);
  const former = process.env['GIT_CONFIG_GLOBAL'];

  before(async () => {
    // Credential helpers of the computer come first.
    process.env['GIT_CONFIG_GLOBAL'] = devNull;
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    assert.notEqual(root, '');
    await git(root, 'remote', 'add', REMOTE, `${sandbox.info.url}/acme/roadmap.git`);
  });
  after(async () => {
    await git(root, 'remote', 'remove', REMOTE);
    if (former === undefined) Reflect.deleteProperty(process.env, 'GIT_CONFIG_GLOBAL');
    else process.env['GIT_CONFIG_GLOBAL'] = former;
    await signedOut();
  });

  it('fetches with the packaged credential helper', async () => {
    const { parts } = await signedIn();
    const run = {
      program: 'git',
      folder: root,
      args: ['fetch', '--quiet', REMOTE],
      purpose: 'change',
    } as const;
    const result = await parts.gitWorkDeps.runner.run(run);
    assert.deepEqual([result.code, result.message], [0, '']);
    assert.equal(await branches(), `refs/remotes/${REMOTE}/main`);
  });

  it("is used by VS Code's own commands, which don't ask", async () => {
    await signedIn();
    const git = vscode.extensions.getExtension<GitExtension>('vscode.git');
    const repository = git?.exports.getAPI(1).getRepository(vscode.Uri.file(root));
    assert.ok(repository);
    await repository.fetch({ remote: REMOTE });
    assert.equal(await branches(), `refs/remotes/${REMOTE}/main`);
  });

  describe('without a token that can be used', () => {
    let extension: Product;
    const find = () => extension.parts.findCredential(sandbox.info.url);
    beforeEach(async () => {
      extension = await product();
    });

    it('lets VS Code ask for the credentials and shows the reason once', async () => {
      const token = await sandbox.readOnlyToken();
      await extension.parts.accounts.signIn(sandbox.info.url, token);
      assert.equal(await find(), undefined);
      assert.equal(await find(), undefined);
      const { host } = new URL(sandbox.info.url);
      assert.deepEqual(
        extension.script.messages.map(({ message }) => message),
        [
          `The token for ${host} doesn't allow pushing, which requires the scope "api" or "write_repository". Git asks for a user name and password instead.`,
        ],
      );
    });

    it('shows no message for other servers, for other users, and if it is turned off', async () => {
      extension = await signedIn();
      const { origin, host } = new URL(sandbox.info.url);
      assert.equal((await find())?.username, 'oauth2');
      assert.equal(await extension.parts.findCredential(`https://${host}`), undefined);
      assert.equal(await extension.parts.findCredential('https://gitlab.example'), undefined);
      assert.equal(await extension.parts.findCredential(origin.replace('://', '://dana@')), undefined);
      const configuration = vscode.workspace.getConfiguration('switchyard');
      await configuration.update('git.useAccountToken', false, vscode.ConfigurationTarget.Global);
      assert.equal(await find(), undefined);
      assert.deepEqual(extension.script.messages, []);
    });
  });
});
