import { openPipelinesView } from './stages.mjs';

/** A line of the active editor. */
export const line = (window, text) =>
  window.editorLines().filter({ hasText: text.replaceAll(' ', '\u00a0') });

/** Opens the log of a job that failed in src/cart/price.ts. Searches all failed pipelines of the list. */
export async function openFailedLog(window) {
  await openPipelinesView(window);
  await window
    .row(/^Pipeline \d+, main, failed/)
    .first()
    .waitFor();
  const names = await window
    .row(/^Pipeline \d+, main, failed/)
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  for (const name of names) {
    const [, id] = /^Pipeline (\d+),/.exec(name);
    const pipeline = window.row(new RegExp(`^Pipeline ${id},`)).first();
    await window.unfold(pipeline);
    await window
      .row(/^Stage /)
      .first()
      .waitFor();
    const stage = window.row(/^Stage test/).first();
    if ((await stage.count()) > 0) {
      await window.unfold(stage);
      const job = window.row(/^Job unit-tests, failed/).first();
      const failed = await job.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (failed) {
        await window.openRow(job, window.editorTab(/^unit-tests/));
        return;
      }
    }
    await window.unfold(pipeline, false);
  }
  throw new Error('no pipeline of the demo world has failed unit tests');
}
