import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { chooseFound } from '../../../../src/ui/shared/commands/choose-found';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const question = { title: 'Choose', placeholder: '', loading: '', none: 'No pipelines' };

describe('choice without items', () => {
  for (const [why, commands] of [
    ['signed-out', [COMMAND.signIn]],
    ['no-repository', ['vscode.openFolder', COMMAND.addProject]],
    ['no-project', [COMMAND.signIn, COMMAND.addProject]],
  ] as const)
    it(`offers actions that help (${why})`, async () => {
      const prompts = new ScriptedPrompts();
      const chosen = await chooseFound(prompts, { ...question, find: () => Promise.resolve(why) });
      assert.equal(chosen, undefined);
      const [notification] = prompts.messages;
      for (const action of notification?.actions ?? []) await action.run();
      assert.deepEqual(prompts.commands, commands);
    });

  it('shows that there are no items', async () => {
    const prompts = new ScriptedPrompts();
    await chooseFound(prompts, { ...question, find: () => Promise.resolve([]) });
    assert.deepEqual(
      prompts.messages.map(({ message, actions }) => [message, actions.length]),
      [['No pipelines', 0]],
    );
  });
});
