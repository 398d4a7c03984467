import assert from 'node:assert/strict';
import { requireTrust } from '../../../../src/ui/merge-requests/commands/conflict-trust';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('resolving conflicts in Restricted Mode', () => {
  const asked = (trusted: boolean) => {
    const prompts = new ScriptedPrompts();
    let managed = 0;
    const may = requireTrust({
      prompts,
      report: (failure, error) => {
        throw new Error(failure, { cause: error });
      },
      isTrusted: () => trusted,
      manageTrust: () => {
        managed++;
        return Promise.resolve();
      },
    });
    return { prompts, may, managed: () => managed };
  };

  it('states that the workspace must be trusted, and opens the settings', async () => {
    const { prompts, may, managed } = asked(false);
    assert.equal(may, false);
    assert.equal(prompts.messages[0]?.message, 'Resolving conflicts requires a trusted workspace.');
    const [manage] = prompts.messages[0].actions;
    assert.equal(manage?.title, 'Manage Workspace Trust');
    await manage.run();
    assert.equal(managed(), 1);
  });

  it('continues without a message if the workspace is trusted', () => {
    const { prompts, may } = asked(true);
    assert.equal(may, true);
    assert.deepEqual(prompts.messages, []);
  });
});
