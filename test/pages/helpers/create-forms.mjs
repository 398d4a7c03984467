// Forms for new merge requests, with a clone and the sandbox, in a browser without an editor.
import assert from 'node:assert/strict';
import { cloneProject } from './clone.mjs';
import { createWorld } from './create-world.ts';
import { openPanel } from './panel-page.mjs';
import { sandboxedTab } from './sandboxed-tab.mjs';

/** Provides forms for new merge requests from a clone of the project, for a group of tests. */
export function createForms({ role, project = 'acme/storefront', theme = 'dark' }) {
  const group = sandboxedTab({ theme, endTest });
  let clone;
  let world;
  let panel;

  before(async () => {
    clone = await cloneProject(group.sandbox, { role, project });
  });

  after(() => clone?.remove());

  async function endTest() {
    await panel?.close();
    const failures = world?.failures ?? [];
    world?.dispose();
    [world, panel] = [];
    assert.deepEqual(failures, [], 'reported failures');
  }

  // Getters, because each test has a new world and panel.
  return Object.defineProperties(group, {
    world: { get: () => world },
    panel: { get: () => panel },
    clone: { get: () => clone },
    /** Opens the form for the checked-out branch. */
    open: {
      value: async () => {
        world = await createWorld(group.sandbox, role, clone.folder);
        panel = await openPanel(group.tab, world.kind, await world.key());
        await group.page.locator('#create-extent details').waitFor();
      },
    },
  });
}
