import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type DemoCommandDeps, demoCommands } from '../../../../src/ui/demo/commands/commands';
import { GitMissingError } from '../../../../src/ui/demo/editor/clone';
import type { OwnWork } from '../../../../src/ui/demo/editor/own-work';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('demo project commands', () => {
  let prompts: ScriptedPrompts;
  let done: string[];
  const note = (what: string) => () => {
    done.push(what);
    return Promise.resolve();
  };
  const run = (id: 'exploreDemo' | 'removeDemo', deps: Partial<DemoCommandDeps>): Promise<void> => {
    prompts.runCommand = (command) => note(command)();
    const unexpected = (): never => assert.fail('unexpected');
    const rest = {
      removeEnded: () => Promise.resolve([]),
      ownWork: () => Promise.resolve(undefined),
      prepare: unexpected,
      openFolder: unexpected,
      remove: unexpected,
      openUrl: unexpected,
      now: () => Date.parse('2026-11-24T12:00:00Z'),
    };
    return runCommand(demoCommands({ prompts, demo: undefined, ...rest, ...deps }), COMMAND[id]);
  };

  beforeEach(() => {
    prompts = new ScriptedPrompts();
    done = [];
  });

  it('clones the demo project and opens the clone', async () => {
    const openFolder = (folder: string): Promise<void> => note(`open ${folder}`)();
    await run('exploreDemo', { prepare: () => Promise.resolve('/demo/storefront'), openFolder });
    assert.deepEqual(done, ['open /demo/storefront']);
  });

  describe("with demos that contain the user's work", () => {
    const lastUsed = '2026-11-21T12:00:00Z';
    const removeEnded: DemoCommandDeps['removeEnded'] = () =>
      Promise.resolve([
        { clone: '/demo-1/storefront', work: { commits: 1, files: 2, stashes: 3 }, lastUsed },
        { clone: '/demo-2/storefront', work: undefined, lastUsed },
      ]);
    const deps: Partial<DemoCommandDeps> = {
      removeEnded,
      prepare: () => Promise.resolve('/new/storefront'),
      openFolder: (folder) => note(`open ${folder}`)(),
    };

    it('offers them next to a new one', async () => {
      await run('exploreDemo', deps);
      assert.deepEqual(done, []);
      assert.deepEqual(
        prompts.offered[0]?.map(({ label, description, detail }) => [label, description, detail]),
        [
          ['New Demo Project', undefined, undefined],
          ['1 commit, 2 changed files, and 3 stashes', '3 days ago', '/demo-1/storefront'],
          ['Your Changes', '3 days ago', '/demo-2/storefront'],
        ],
      );
      prompts.choose(() => 1);
      await run('exploreDemo', deps);
      prompts.choose(() => 0);
      await run('exploreDemo', deps);
      assert.deepEqual(done, ['open /demo-1/storefront', 'open /new/storefront']);
    });
  });

  it('explains what to do if Git is missing', async () => {
    const prepare = (): Promise<string> => Promise.reject(new GitMissingError('no git'));
    await run('exploreDemo', { prepare, openUrl: (url) => note(url)() });
    const [notification] = prompts.messages;
    assert.match(notification?.message ?? '', /^Couldn't find Git, .* Install Git, .* restart VS Code\.$/);
    await notification?.actions.find(({ title }) => title === 'Download Git')?.run();
    assert.deepEqual(done, ['https://git-scm.com/downloads']);
  });

  it('shows the views in the window of the demo, or restarts its server', async () => {
    await run('exploreDemo', { demo: { root: '/demo', server: {} } });
    await run('exploreDemo', { demo: { root: '/demo', server: undefined } });
    assert.deepEqual(done, ['switchyard.pipelines.focus', 'workbench.action.restartExtensionHost']);
  });

  it('removes the demo only after a confirmation with the folder', async () => {
    const deps = { demo: { root: '/demo', server: {} }, remove: note('removed') };
    await run('removeDemo', deps);
    assert.deepEqual(done, []);
    assert.match(
      prompts.confirmed[0]?.detail ?? '',
      /the clone in \/demo will be deleted, including all changes/,
    );
    const withWork = (work: OwnWork) => run('removeDemo', { ...deps, ownWork: () => Promise.resolve(work) });
    await withWork({ commits: 0, files: 0, stashes: 0 });
    await withWork({ commits: 2, files: 0, stashes: 0 });
    assert.match(prompts.confirmed[1]?.detail ?? '', /which has no changes, will be deleted\.$/);
    assert.match(prompts.confirmed[2]?.detail ?? '', /changes that exist only there: 2 commits\.$/);
    prompts.allow();
    await run('removeDemo', deps);
    assert.deepEqual(done, ['removed', 'workbench.action.closeFolder']);
  });

  it("doesn't remove the demo project in another window", async () => {
    await run('removeDemo', {});
    assert.deepEqual(
      prompts.messages.map(({ message }) => message),
      ["The demo project isn't open in this window."],
    );
  });
});
