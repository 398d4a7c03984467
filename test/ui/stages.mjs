// Opens stages of pipelines in the Pipelines view one after the other, because new rows move the rows below.

/** Opens all visible stages. */
export async function openStages(window) {
  const closed = window.page.locator('[role="treeitem"][aria-expanded="false"][aria-label^="Stage "]');
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await closed.first().click();
    await closed.nth(left - 1).waitFor({ state: 'detached' });
    await window.settle();
  }
}

/** Opens one of the pipelines whose label matches, and all of its stages. */
export async function openPipeline(window, label, nth = 0) {
  await window.row(label).nth(nth).click();
  await window.page
    .locator('[role="treeitem"][aria-expanded="false"][aria-label^="Stage "]')
    .first()
    .waitFor();
  await openStages(window);
}
