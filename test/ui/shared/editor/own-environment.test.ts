import assert from 'node:assert/strict';
import { gitProgram } from '../../../../src/ui/git/editor/program';
import { takeEnvironmentAccount } from '../../../../src/ui/shared/editor/own-environment';
import { withGitFolder } from '../../../sandbox/helpers/git';

const TOKEN = 'glpat-of-the-environment';

describe('token in the environment', () => {
  const { git, inFolder } = withGitFolder('Mara');
  let before: string | undefined;
  beforeEach(() => {
    before = process.env['SWITCHYARD_TOKEN'];
    process.env['SWITCHYARD_TOKEN'] = TOKEN;
  });
  afterEach(() => {
    if (before === undefined) delete process.env['SWITCHYARD_TOKEN'];
    else process.env['SWITCHYARD_TOKEN'] = before;
  });

  it('is not passed to Git or to programs that Git runs', async () => {
    await git('init', '-q', 'shop');
    const folder = inFolder('shop');
    // An alias runs like hooks and configured programs.
    const show = ['-c', 'alias.show-environment=!env', 'show-environment'];
    const texts = [
      await gitProgram('git', folder).change(show),
      (await gitProgram('git', folder).bytes(show)).toString('utf8'),
    ];
    for (const text of texts) {
      assert.match(text, /^GIT_TERMINAL_PROMPT=0$/m);
      assert.doesNotMatch(text, /SWITCHYARD_TOKEN|glpat-/);
    }
  });

  it('is removed from the environment of the process when it is read', () => {
    const environment = { SWITCHYARD_HOST: 'https://gitlab.example', SWITCHYARD_TOKEN: TOKEN, PATH: '/bin' };
    const account = takeEnvironmentAccount(environment);
    assert.deepEqual(account, { host: 'https://gitlab.example', token: TOKEN });
    assert.deepEqual(environment, { SWITCHYARD_HOST: 'https://gitlab.example', PATH: '/bin' });
  });
});
