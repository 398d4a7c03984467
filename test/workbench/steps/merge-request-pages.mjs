// Opens pages of merge requests.
import { untilEffect } from '../../../scripts/lib/page-actions.mjs';

/** Maximum time in milliseconds for the quick input to open and to stay open. */
const FILL_MS = 5_000;
const COMMAND = 'Switchyard: Go to Pipeline, Job, or Merge Request';

/** Opens a merge request page by its number, which needs no view. */
export async function openMergeRequest(window, iid) {
  // When the palette closes, focus returns to a focused page, which would close the next quick input.
  await window.page.locator('.part.sidebar .composite.title').click();
  const title = window.quickInput().locator('.quick-input-title', { hasText: 'Go to Pipeline' });
  const row = window.quickRow(`!${iid} `).first();
  // A page that gets focus at this moment closes the quick input.
  await untilEffect(
    async () => {
      if (!(await title.isVisible())) await window.command(COMMAND);
      const box = window.quickInput().getByPlaceholder('Enter a number');
      await box.fill(`!${iid}`, { timeout: FILL_MS }).catch(() => undefined);
    },
    (timeout) => row.waitFor({ timeout }),
  );
  await window.page.keyboard.press('Enter');
  await window.panel().getByText(`!${iid}`, { exact: true }).waitFor();
}
