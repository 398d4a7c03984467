import assert from 'node:assert/strict';
import { requestFor } from '../../../../src/app/git/account-credentials';
import { credentialPrompt } from '../../../../src/ui/git/commands/credential-prompt';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('user name and password for git', () => {
  const request = (url: string) => {
    const found = requestFor(url);
    assert.ok(found);
    return found;
  };

  it('are asked for with the reason, and the password is hidden', async () => {
    const prompts = new ScriptedPrompts();
    prompts.type('', 'mara', '', 'secret');
    const entered = await credentialPrompt(prompts)(
      request('https://gitlab.example:8443/a/b.git'),
      'expired',
    );
    assert.deepEqual(entered, { username: 'mara', password: 'secret' });
    assert.deepEqual(
      prompts.asked.map(({ prompt, password }) => [prompt, password ?? false]),
      [
        ['The token for gitlab.example:8443 is expired or was revoked. Enter the user name for Git.', false],
        ['Enter the password or a token of mara on gitlab.example:8443 for Git.', true],
      ],
    );
    assert.deepEqual(prompts.problems, ['Enter a value.', 'Enter a value.']);
  });

  it('start with the user name of the remote, and can be canceled', async () => {
    const prompts = new ScriptedPrompts();
    assert.equal(
      await credentialPrompt(prompts)(request('https://mara@gitlab.example/a'), 'refused'),
      undefined,
    );
    assert.deepEqual(
      prompts.asked.map(({ value }) => value),
      ['mara'],
    );
  });

  it('are asked for one after the other by several commands', async () => {
    const prompts = new ScriptedPrompts();
    const ask = credentialPrompt(prompts);
    prompts.type('mara', 'first', 'dana', 'second');
    const entered = await Promise.all(
      ['https://one.example', 'https://two.example'].map((url) => ask(request(url), 'missing')),
    );
    assert.deepEqual(entered, [
      { username: 'mara', password: 'first' },
      { username: 'dana', password: 'second' },
    ]);
  });
});
