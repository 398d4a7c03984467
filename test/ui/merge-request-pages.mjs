// Opens pages of merge requests.

const COMMAND = 'Switchyard: Go to Pipeline, Job, or Merge Request';

/** Opens a merge request page by its number, which needs no view. */
export async function openMergeRequest(window, iid) {
  // When the palette closes, focus returns to a focused page, which would close the next quick input.
  await window.page.locator('.part.sidebar .composite.title').click();
  const title = window.quickInput().locator('.quick-input-title', { hasText: 'Go to Pipeline' });
  await window.command(COMMAND);
  // A page that gets focus at this moment closes the quick input.
  await title.waitFor({ timeout: 5_000 }).catch(() => window.command(COMMAND));
  await title.waitFor();
  await window.quickInput().getByRole('textbox').first().fill(`!${iid}`);
  await window.quickRow(`!${iid} `).first().waitFor();
  await window.page.keyboard.press('Enter');
  await window.panel().getByText(`!${iid}`, { exact: true }).waitFor();
}
