// The pages of merge requests, with the sandbox, in a browser without an editor.
import assert from 'node:assert/strict';
import { mergeRequestWorld } from './merge-request-world.ts';
import { openPanel } from './panel-page.mjs';
import { projectApi, sandboxedTab } from './sandboxed-tab.mjs';

/**
 * Provides pages of merge requests for a group of tests. Each test has new stores; the data of the sandbox stays changed,
 * so tests that change data use different merge requests. `page` is the page in the browser, and `world` has the
 * stores, prompts, and commands of the current test.
 */
export function mergeRequestPages({ role = 'maintainer', theme = 'dark' } = {}) {
  const group = sandboxedTab({ theme, endTest });
  let memory;
  let world;
  let panel;

  const start = async () => {
    world ??= await mergeRequestWorld(group.sandbox, role, memory);
    ({ memory } = world);
    return world;
  };
  const closePanel = async () => {
    await panel?.close();
    panel = undefined;
  };

  async function endTest() {
    await closePanel();
    const failures = world?.failures ?? [];
    world?.dispose();
    world = undefined;
    memory = undefined;
    assert.deepEqual(failures, [], 'reported failures');
  }

  // Getters, because each test has a new world and panel.
  return Object.defineProperties(group, {
    world: { get: () => world },
    panel: { get: () => panel },
    /** Sends a request to the project, by default as the user of the page. */
    api: { value: projectApi(group, role) },
    /** Opens a page. Closes the one that is open. */
    open: {
      value: async (iid) => {
        await closePanel();
        const { kind, key } = await start();
        panel = await openPanel(group.tab, kind, key(iid));
        await group.page.getByText(`!${iid}`, { exact: true }).first().waitFor();
      },
    },
    close: { value: closePanel },
    /** Opens the page again as after a reload of the window: with new stores, and the stored state. */
    restart: {
      value: async (iid) => {
        const { url } = group.tab;
        await closePanel();
        world.dispose();
        world = undefined;
        const { kind, key } = await start();
        panel = await openPanel(group.tab, kind, key(iid), { url });
      },
    },
  });
}
