// Forms of saved queries, with the sandbox, in a browser without an editor.
import assert from 'node:assert/strict';
import { openPanel } from './panel-page.mjs';
import { queryWorld } from './query-world.ts';
import { sandboxedTab } from './sandboxed-tab.mjs';

/** Provides forms of saved queries for a group of tests. Each test has new stores. */
export function queryForms({ role, theme }) {
  const group = sandboxedTab({ theme, endTest });
  let world;
  let panel;

  async function endTest() {
    await panel?.close();
    const failures = world?.failures ?? [];
    world?.dispose();
    [world, panel] = [];
    assert.deepEqual(failures, [], 'failures in the background');
  }

  // Getters, because each test has a new world and panel.
  return Object.defineProperties(group, {
    world: { get: () => world },
    panel: { get: () => panel },
    /** Opens the form of a new query. */
    open: {
      value: async () => {
        world = await queryWorld(group.sandbox, role);
        panel = await openPanel(group.tab, world.kind, { kind: 'new' });
      },
    },
  });
}
