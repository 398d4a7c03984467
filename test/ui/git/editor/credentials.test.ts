import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { GitFailedError } from '../../../../src/domain/git/failure';
import { tokenKeyIn } from '../../../builders/stores';
import { withCredentialGit } from './helpers/credentials';
import { forwardingServer } from './helpers/forwarding-server';
import { filesWith, processesWith } from './helpers/holders';

describe('git with the token of an account', () => {
  const { world, git, inFolder, script, logOf, start } = withCredentialGit();

  it('fetches, pushes, and adds worktrees without a prompt', async () => {
    const { asked, commit, merging, onServer, repository, work } = await start();
    await work.fetch(repository, 'origin', 'refs/heads/main');
    await git('-C', 'clone', 'checkout', '--quiet', '-b', 'tokens');
    const first = await commit('First');
    await work.push(repository, 'origin', 'tokens', true);
    assert.equal(await onServer('tokens'), first);
    assert.equal(await git('-C', 'clone', 'rev-parse', '--abbrev-ref', '@{u}'), 'origin/tokens');
    const second = await commit('Second');
    await merging.pushTo(repository, { remote: 'origin', sha: second, to: 'tokens' });
    assert.equal(await onServer('tokens'), second);
    await git('-C', 'clone', 'reset', '--quiet', '--hard', first);
    await merging.forcePush(repository, { remote: 'origin', sha: first, to: 'tokens', known: second });
    assert.equal(await onServer('tokens'), first);
    await git('-C', 'clone', 'branch', '--quiet', 'other');
    await work.addWorktree(repository, inFolder('tree'), 'other');
    assert.equal(await git('-C', 'tree', 'rev-parse', 'HEAD'), first);
    assert.deepEqual(asked, []);
    assert.deepEqual(await logOf('askpass'), []);
  });

  it('fetches missing objects of partial clones', async () => {
    const { asked, program } = await start({ options: ['--filter=blob:none', '--no-checkout'] });
    assert.notEqual(await program.read(['cat-file', '-p', 'HEAD:README.md']), '');
    assert.deepEqual(asked, []);
  });

  it('keeps the token out of arguments, environments, files, and the log', async function () {
    if (process.platform !== 'linux') this.skip();
    const secret = world().sandbox.tokens.maintainer;
    const holders: string[] = [];
    let authenticated = 0;
    const server = await forwardingServer(world().sandbox.url, ({ headers: { authorization } }) => {
      if (authorization === undefined) return false;
      authenticated++;
      holders.push(...processesWith(secret));
      return false;
    });
    try {
      const { commit, lines, repository, work } = await start({ origin: server.url });
      process.env['GIT_TRACE2_EVENT'] = inFolder('trace');
      process.env['GIT_TRACE_CURL'] = inFolder('traffic');
      await git('-C', 'clone', 'checkout', '--quiet', '-b', 'tokens');
      await commit('First');
      await work.fetch(repository, 'origin', 'refs/heads/main');
      await work.push(repository, 'origin', 'tokens', true);
      await git('-C', 'clone', 'branch', '--quiet', 'other');
      await work.addWorktree(repository, inFolder('tree'), 'other');
      assert.ok(authenticated >= 4, 'git sent the token with its requests');
      assert.equal(holders.join('\n'), '');
      assert.deepEqual(await filesWith(inFolder('.'), secret), []);
      assert.ok(!lines.join('\n').includes(secret));
      // The check finds a token in arguments, environments, and files.
      const encoded = Buffer.from(`oauth2:${secret}`).toString('base64');
      const header = `http.extraHeader=Authorization: Basic ${encoded}`;
      const url = new URL(`${server.url}/acme/roadmap.git`);
      [url.username, url.password] = ['oauth2', secret];
      await git('-c', header, 'ls-remote', '--quiet', url.href);
      assert.ok(holders.some((holder) => holder.startsWith('cmdline of git')));
      await git('-C', 'clone', 'config', 'remote.origin.url', url.href);
      assert.deepEqual(await filesWith(inFolder('clone'), secret), ['.git/config']);
    } finally {
      Reflect.deleteProperty(process.env, 'GIT_TRACE2_EVENT');
      Reflect.deleteProperty(process.env, 'GIT_TRACE_CURL');
      await server.close();
    }
  });

  it('asks the credential helpers of the user first, which store only their own passwords', async () => {
    const { repository, work } = await start();
    const token = world().sandbox.tokens.developer;
    const own = await script(
      'own',
      `{ echo "$1"; cat; } >>"$0.log"; [ "$1" = get ] && printf 'username=own\\npassword=${token}\\n'`,
    );
    const empty = await script('empty', '{ echo "$1"; cat; } >>"$0.log"');
    await git('config', '--file', inFolder('settings'), 'credential.helper', empty);
    await work.fetch(repository, 'origin', 'refs/heads/main');
    assert.deepEqual(
      (await logOf('empty')).filter((line) => !line.includes('=')),
      ['get'],
    );
    await git('config', '--file', inFolder('settings'), '--add', 'credential.helper', own);
    await work.fetch(repository, 'origin', 'refs/heads/main');
    const logged = await logOf('own');
    assert.deepEqual(
      logged.filter((line) => !line.includes('=')),
      ['get', 'store'],
    );
    assert.ok(logged.includes('username=own'));
    assert.ok(!(await logOf('empty')).includes(`password=${world().sandbox.tokens.maintainer}`));
  });

  it('asks the user if the token only allows reading, and only for pushes', async () => {
    const { answerWith, asked, commit, onServer, repository, work } = await start({
      token: world().sandbox.readOnlyToken,
    });
    await work.fetch(repository, 'origin', 'refs/heads/main');
    assert.deepEqual(asked, []);
    await git('-C', 'clone', 'checkout', '--quiet', '-b', 'tokens');
    const sha = await commit('First');
    answerWith({ username: 'mara', password: world().sandbox.tokens.maintainer });
    await work.push(repository, 'origin', 'tokens', false);
    assert.deepEqual(asked, [`read-only ${new URL(world().sandbox.url).host}`]);
    assert.equal(await onServer('tokens'), sha);
  });

  it('asks the user if the token has expired, and stops if no password is entered', async () => {
    const { asked, repository, secrets, work } = await start();
    await secrets.set(tokenKeyIn(secrets.held, world().sandbox.url), 'glpat-revoked-revoked');
    await assert.rejects(
      work.fetch(repository, 'origin', 'refs/heads/main'),
      (error: unknown) => error instanceof GitFailedError && /No user name and password/.test(error.output),
    );
    assert.deepEqual(asked, [`expired ${new URL(world().sandbox.url).host}`]);
    assert.deepEqual(await logOf('askpass'), []);
  });

  it('asks the user every time after the server refused the token for Git', async () => {
    const token = world().sandbox.issueGranularToken({ role: 'maintainer', permissions: ['read_user'] });
    const { answerWith, asked, credentials, lines, repository, work } = await start({ token });
    answerWith({ username: 'mara', password: world().sandbox.tokens.maintainer });
    await work.fetch(repository, 'origin', 'refs/heads/main');
    const { host } = new URL(world().sandbox.url);
    assert.deepEqual(asked, [`refused ${host}`]);
    assert.equal(lines.length, 1);
    await work.fetch(repository, 'origin', 'refs/heads/main');
    assert.deepEqual(asked, [`refused ${host}`, `refused ${host}`]);
    const url = new URL(world().sandbox.url);
    const found = await credentials.find({ url, hasPath: false, username: undefined }, 'unknown');
    assert.deepEqual(found, { base: world().sandbox.url, unusable: 'refused' });
  });

  it('never asks for commands that only read', async () => {
    const { asked, program, secrets } = await start({ options: ['--filter=blob:none', '--no-checkout'] });
    await secrets.set(tokenKeyIn(secrets.held, world().sandbox.url), 'glpat-revoked-revoked');
    await assert.rejects(program.read(['cat-file', '-p', 'HEAD:README.md']), GitFailedError);
    assert.deepEqual(asked, []);
    assert.deepEqual(await logOf('askpass'), []);
  });

  describe('and another server', () => {
    let received: (string | undefined)[] = [];
    let stranger: Awaited<ReturnType<typeof forwardingServer>>;
    beforeEach(async () => {
      received = [];
      stranger = await forwardingServer(world().sandbox.url, ({ headers }, response) => {
        received.push(headers.authorization);
        response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="GitLab"' }).end();
        return true;
      });
    });
    afterEach(() => stranger.close());
    const isRefused = async (work: Promise<unknown>): Promise<void> => {
      await assert.rejects(work);
      assert.ok(received.length > 0, 'git has sent a request to the other server');
      // The askpass program of the user returned an empty user name and password.
      const empty = `Basic ${Buffer.from(':').toString('base64')}`;
      assert.deepEqual(
        received.filter((header) => header !== undefined && header !== empty),
        [],
      );
    };

    it('gets no token after a redirect', async () => {
      const origin = await forwardingServer(world().sandbox.url, ({ url }, response) => {
        if (!url.includes('info/refs')) return false;
        response.writeHead(302, { Location: `${stranger.url}${url}` }).end();
        return true;
      });
      try {
        const { repository, work } = await start({ origin: origin.url });
        await isRefused(work.fetch(repository, 'origin', 'refs/heads/main'));
      } finally {
        await origin.close();
      }
    });

    it('gets no token if it replaces the URL of the remote', async () => {
      const { program, repository, work } = await start();
      await git('-C', 'clone', 'config', `url.${stranger.url}/.insteadOf`, `${world().sandbox.url}/`);
      await isRefused(program.change(['fetch', '--quiet', 'origin']));
      await isRefused(work.fetch(repository, 'origin', 'refs/heads/main'));
    });

    it('gets no token for a submodule', async () => {
      const { program } = await start();
      await isRefused(program.change(['submodule', 'add', `${stranger.url}/acme/roadmap.git`, 'module']));
    });
  });

  it('answers only while the command runs', async () => {
    const before = await readdir(tmpdir());
    const { program, repository, work } = await start();
    await mkdir(inFolder('hooks'));
    await script('hooks/post-checkout', 'env >"$0.log"');
    await git('-C', 'clone', 'config', 'core.hooksPath', inFolder('hooks'));
    await program.change(['checkout', '--quiet', '-b', 'other']);
    const seen = await logOf('hooks/post-checkout');
    const value = (name: string): string =>
      seen.find((line) => line.startsWith(`${name}=`))?.slice(name.length + 1) ?? '';
    const [address, secret] = ['ADDRESS', 'SECRET'].map((name) => value(`SWITCHYARD_CREDENTIAL_${name}`));
    assert.ok(address !== undefined && address !== '' && secret !== undefined && secret !== '');
    await assert.rejects(
      new Promise((resolve, reject) => connect(address).on('connect', resolve).on('error', reject)),
    );
    await work.fetch(repository, 'origin', 'refs/heads/main');
    const left = (await readdir(tmpdir())).filter((name) => !before.includes(name));
    assert.deepEqual(
      left.filter((name) => address.includes(`/${name}/`)),
      [],
    );
  });
});
