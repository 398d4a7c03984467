import assert from 'node:assert/strict';
import { type DemoCommandDeps, demoCommands } from '../../../src/commands/demo/commands';
import { GitMissing } from '../../../src/editor/demo/clone';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { runCommand } from '../../builders/run-command';
import { ScriptedPrompts } from '../../integration/helpers/scripted-prompts';

describe('the commands of the demo project', () => {
  let prompts: ScriptedPrompts;
  let done: string[];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const run = (id: 'exploreDemo' | 'removeDemo', deps: Partial<DemoCommandDeps>): Promise<void> => {
    prompts.runCommand = (command) => note(command)();
    const unexpected = (): never => assert.fail('unexpected');
    const rest = { prepare: unexpected, openFolder: unexpected, remove: unexpected, openUrl: unexpected };
    return runCommand(demoCommands({ prompts, demo: undefined, ...rest, ...deps }), COMMAND[id]);
  };

  beforeEach(() => {
    prompts = new ScriptedPrompts();
    done = [];
  });

  it('clone it and open the clone', async () => {
    const openFolder = (folder: string): Promise<void> => note(`open ${folder}`)();
    await run('exploreDemo', { prepare: () => Promise.resolve('/demo/storefront'), openFolder });
    assert.deepEqual(done, ['open /demo/storefront']);
  });

  it('say what to do if Git is missing', async () => {
    const prepare = (): Promise<string> => Promise.reject(new GitMissing('no git'));
    await run('exploreDemo', { prepare, openUrl: (url) => note(url)() });
    const [told] = prompts.told;
    assert.match(told?.message ?? '', /^Couldn't find Git, .* Install Git, .* restart VS Code\.$/);
    await told?.actions.find(({ title }) => title === 'Download Git')?.run();
    assert.deepEqual(done, ['https://git-scm.com/downloads']);
  });

  it('show the views in the window of the demo, or start its server again', async () => {
    await run('exploreDemo', { demo: { root: '/demo', server: {} } });
    await run('exploreDemo', { demo: { root: '/demo', server: undefined } });
    assert.deepEqual(done, ['switchyard.pipelines.focus', 'workbench.action.restartExtensionHost']);
  });

  it('remove it only after a confirmation that names the folder', async () => {
    const deps = { demo: { root: '/demo', server: {} }, remove: note('removed') };
    await run('removeDemo', deps);
    assert.deepEqual(done, []);
    assert.match(
      prompts.confirmed[0]?.detail ?? '',
      /the clone in \/demo will be deleted, including all changes/,
    );
    prompts.allow();
    await run('removeDemo', deps);
    assert.deepEqual(done, ['removed', 'workbench.action.closeFolder']);
  });

  it('remove nothing in another window', async () => {
    await run('removeDemo', {});
    assert.deepEqual(
      prompts.told.map(({ message }) => message),
      ["The demo project isn't open in this window."],
    );
  });
});
