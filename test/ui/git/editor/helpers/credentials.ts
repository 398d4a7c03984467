import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { nodeTransport } from '../../../../../src/api/transport';
import { AccountCredentials, type GitCredential } from '../../../../../src/app/git/account-credentials';
import { systemClock } from '../../../../../src/base/clock';
import { logTo } from '../../../../../src/base/log';
import { CredentialGit } from '../../../../../src/ui/git/editor/credential-git';
import { GitMerging } from '../../../../../src/ui/git/editor/merging';
import { gitProgram } from '../../../../../src/ui/git/editor/program';
import { GitWork } from '../../../../../src/ui/git/editor/work';
import { accountsOver } from '../../../../builders/accounts';
import { gitWorkDeps } from '../../../../builders/git-extension';
import { withGitFolder } from '../../../../sandbox/helpers/git';
import { withSandbox } from '../../../../sandbox/helpers/sandbox';

/** A private project to which developers can push. */
const PROJECT = 'acme/roadmap';

/** Git with the credential helper of the extension, a sandbox, and the settings of a user. */
export function withCredentialGit() {
  const world = withSandbox({}, 'each');
  const { git: run, inFolder } = withGitFolder('Mara');
  const transport = nodeTransport({ userAgent: 'test', clock: systemClock });
  const former = { ...process.env };
  let bundles = '';
  let helper = '';
  before(async () => {
    bundles = await mkdtemp(path.join(tmpdir(), 'switchyard-helper-'));
    // With a space, as in the paths of many computers.
    helper = path.join(bundles, 'credential helper.mjs');
    await build({
      entryPoints: [
        fileURLToPath(new URL('../../../../../src/ui/git/editor/credential-helper.ts', import.meta.url)),
      ],
      outfile: helper,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'silent',
    });
  });
  beforeEach(async () => {
    Object.assign(process.env, {
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: inFolder('settings'),
      GIT_ASKPASS: await script('askpass', 'echo "$1" >>"$0.log"'),
    });
    await writeFile(inFolder('settings'), '[user]\n\tname = Mara\n\temail = mara@acme.example\n');
  });
  afterEach(() => {
    for (const name of ['GIT_CONFIG_NOSYSTEM', 'GIT_CONFIG_GLOBAL', 'GIT_ASKPASS'])
      if (former[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = former[name];
  });
  after(async () => {
    transport.dispose();
    await rm(bundles, { recursive: true, force: true });
  });

  /** Writes a program, and returns its path. */
  async function script(name: string, lines: string): Promise<string> {
    const file = inFolder(name);
    await writeFile(file, `#!/bin/sh\n${lines}\n`);
    await chmod(file, 0o700);
    return file;
  }

  /** The lines that a program wrote to its log. */
  const logOf = (name: string): Promise<readonly string[]> =>
    readFile(inFolder(`${name}.log`), 'utf8').then(
      (text) => text.split('\n').filter((line) => line !== ''),
      () => [],
    );

  /** Clones the project, and signs in. The remote contains no user name and password. */
  async function start({
    origin = world().sandbox.url,
    token = world().sandbox.tokens.maintainer,
    options = [],
  }: { origin?: string; token?: string; options?: readonly string[] } = {}) {
    const url = new URL(`${world().sandbox.url}/${PROJECT}.git`);
    [url.username, url.password] = ['mara', world().sandbox.tokens.maintainer];
    await run('clone', '--quiet', ...options, '--', url.href, 'clone');
    await run('-C', 'clone', 'remote', 'set-url', 'origin', `${origin}/${PROJECT}.git`);
    const { accounts, secrets } = accountsOver(transport);
    await accounts.signIn(origin, token);
    const asked: string[] = [];
    const lines: string[] = [];
    let answer: GitCredential | undefined;
    const credentials = new AccountCredentials({
      accounts,
      clientFor: (base) => accounts.client(base),
      isOn: () => true,
    });
    const runner = new CredentialGit({
      credentials,
      ask: ({ url: { host } }, unusable) => {
        asked.push(`${unusable} ${host}`);
        return Promise.resolve(answer);
      },
      log: logTo((_level, line) => lines.push(line)),
      helper,
    });
    const places = { ...(await gitWorkDeps(inFolder('clone'))), runner };
    const commit = async (title: string): Promise<string> => {
      await run('-C', 'clone', 'commit', '--quiet', '--allow-empty', '-m', title);
      return run('-C', 'clone', 'rev-parse', 'HEAD');
    };
    return {
      accounts,
      credentials,
      secrets,
      asked,
      lines,
      commit,
      work: new GitWork(places),
      merging: new GitMerging(places),
      program: gitProgram('git', inFolder('clone'), runner.run),
      repository: pathToFileURL(inFolder('clone')).href,
      answerWith: (credential: GitCredential) => {
        answer = credential;
      },
      /** The commit of a branch on the server. */
      onServer: async (branch: string): Promise<string | undefined> => {
        const response = await world().ask(
          `/projects/${encodeURIComponent(PROJECT)}/repository/branches/${encodeURIComponent(branch)}`,
        );
        if (response.status === 404) return undefined;
        const body: unknown = await response.json();
        assert.ok(typeof body === 'object' && body !== null && 'commit' in body);
        return (body.commit as { id: string }).id;
      },
    };
  }
  return { world, git: run, inFolder, script, logOf, start };
}
