import assert from 'node:assert/strict';
import { systemClock } from '../../src/base/clock';
import { DisposableStore } from '../../src/base/disposable';
import { Emitter } from '../../src/base/emitter';
import { CreatePanel } from '../../src/panels/create-panel';
import { making } from '../app/merge-requests/helpers/making';

describe('form for a new merge request', () => {
  const world = making();

  it('appears once Git has found the repository, for example after a reload', async () => {
    await world.cloned('feature/ready');
    await world.commit('ready.txt', 'Add a ready state');
    let connected = false;
    const { sessions } = await world.opened('maintainer', (found) => () => {
      return connected ? found.connect() : Promise.resolve(undefined);
    });
    const projects = new Emitter<void>();
    const parts = new DisposableStore();
    const drawn = new Emitter<string>();
    const text = (wanted: string): Promise<void> =>
      new Promise((resolve) => {
        drawn.event((page) => {
          if (page.includes(wanted)) resolve();
        });
      });
    const unavailable = text('None of this workspace');
    const { cloned } = await keyOf(world);
    const panel = new CreatePanel(
      {
        add: (part) => parts.add(part),
        close: () => undefined,
        onMessage: new Emitter<never>().event,
        post: () => undefined,
        render: (_title, page) => {
          drawn.fire(page.toString());
        },
      },
      cloned,
      {
        session: (key) => sessions.start(key),
        clock: systemClock,
        whilePushing: () => world.push,
        openMergeRequest: () => undefined,
        isSureToDiscard: () => Promise.resolve(true),
        signIn: () => undefined,
        showOutput: () => undefined,
        onDidChangeProjects: projects.event,
        refresh: () => undefined,
        open: new Map(),
      },
    );
    await unavailable;
    const form = text('create-extent');
    connected = true;
    projects.fire();
    await form;
    assert.equal(panel.session.values.sourceBranch, 'feature/ready');
    parts.dispose();
  });
});

async function keyOf(world: ReturnType<typeof making>) {
  const { start } = await world.opened();
  const found = await start();
  assert.ok('key' in found);
  return { cloned: found.key };
}
