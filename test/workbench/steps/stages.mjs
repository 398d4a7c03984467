// Opens pipelines and stages in the Pipelines view one after the other, because new rows move the rows below.
import { untilEffect } from '../../../scripts/lib/page-actions.mjs';

/** Opens the view with only the rows of pipelines. */
export async function openPipelinesView(window) {
  await window.openContainer();
  await window.onlyView('Pipelines');
  const project = window.row(/^Project /, { view: 'Pipelines' }).first();
  await window.collapseAll('Pipelines', project);
  await window.unfold(project);
}

/** Opens all visible stages. */
export async function openStages(window) {
  const closed = window.page.locator('[role="treeitem"][aria-expanded="false"][aria-label^="Stage "]');
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await untilEffect(
      async () => {
        if ((await closed.count()) >= left) await closed.first().click();
      },
      (timeout) => closed.nth(left - 1).waitFor({ state: 'detached', timeout }),
    );
    await window.settle();
  }
}

/** Opens one of the pipelines whose label matches, and all of its stages. */
export async function openPipeline(window, label, nth = 0) {
  const pipeline = window.row(label).nth(nth);
  const [name] = /^Pipeline \d+,/.exec(await pipeline.getAttribute('aria-label'));
  await window.unfold(pipeline);
  await window.page.waitForFunction((start) => {
    const rows = [...document.querySelectorAll('.part.sidebar [role="treeitem"]')];
    const position = (row) => Number(row.closest('[data-index]').dataset.index);
    const parent = rows.find((row) => row.getAttribute('aria-label').startsWith(start));
    const next = rows.find((row) => position(row) === position(parent) + 1);
    return next?.getAttribute('aria-label').startsWith('Stage ');
  }, name);
  await openStages(window);
}
