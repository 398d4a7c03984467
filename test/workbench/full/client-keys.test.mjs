import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { untilEffect } from '../../../scripts/lib/page-actions.mjs';
import { THEMES, workbench } from '../harness.mjs';
import { step } from '../steps/step.mjs';

for (const theme of THEMES) {
  describe(`client keys, ${theme} theme`, () => {
    const window = workbench({ theme, signedIn: 'maintainer' });
    const row = (name) => window.row(name, { view: 'Errors' }).first();
    const menu = (name) => window.page.getByRole('menuitem', { name });
    const answer = (text) => window.page.locator('.quick-input-widget').getByText(text, { exact: true });

    beforeEach(async () => {
      await window.openContainer();
      await window.onlyView('Errors');
      await window.unfold(row(/^Client Keys/));
    });

    it('shows a row for the client keys of the project and a row for each key', async () => {
      await row(/^Client key \d+, active/).waitFor();
      await row(/^Client Keys/).hover();
      for (const name of ['Create Client Key', 'Rotate Client Key...'])
        await row(/^Client Keys/)
          .getByRole('button', { name })
          .waitFor();
      await window.settle();
      await window.shot(`client-keys-${theme}`);
    });

    it('offers the actions for a key', async () => {
      const key = row(/^Client key \d+, active/);
      await key.hover();
      assert.ok((await key.getByRole('button').count()) <= 3);
      await key.click({ button: 'right' });
      for (const name of [/^Copy DSN/, /^Rotate Client Key/, /^Delete Client Key/])
        await menu(name).waitFor();
      await window.shot(`client-key-menu-${theme}`);
      await window.page.keyboard.press('Escape');
    });

    it('rotates a key in steps that are visible in the view', async () => {
      await step('create a new key', async () => {
        await window.contextMenu(row(/^Client key \d+, active/), /^Rotate Client Key/);
        await window.modal().getByRole('button', { name: 'Create New Key' }).click();
        await answer("I've Replaced the DSN").waitFor();
        await window.shot(`client-key-place-${theme}`);
        await window.page.keyboard.press('Escape');
        await row(/^Rotation of Key #\d+, step 2 of 4/).waitFor();
        await row(/^Step 2 of 4, Replace the DSN, next/).waitFor();
        await row(/^Client key \d+, active, being replaced/).waitFor();
        await window.settle();
        await window.shot(`client-key-rotation-${theme}`);
      });
      await step('ask for the number of the old key before deleting it', async () => {
        const replaced = answer("I've Replaced the DSN");
        await window.openRow(row(/^Step 2 of 4/), replaced);
        await replaced.click();
        const typed = window.page.locator('.quick-input-widget input');
        await window.page.getByText(/^Rotate Client Key #\d+ of acme\/storefront: Delete Old Key/).waitFor();
        await row(/^Step 4 of 4, Delete the old key, next/).waitFor();
        await row(/^Rotation of Key #\d+, step 4 of 4/).waitFor();
        await window.shot(`client-key-delete-${theme}`);
        await typed.press('Escape');
        await row(/^Rotation of Key #\d+, step 4 of 4/).waitFor();
      });
      await step('stop the rotation', async () => {
        await window.command('Switchyard: Stop Client Key Rotation');
        await row(/^Rotation of Key/).waitFor({ state: 'detached' });
      });
    });

    it('reports hard-coded keys as problems with a quick fix', async () => {
      const { url, tokens } = window.sandbox;
      const answer = await fetch(`${url}/api/v4/projects/1/error_tracking/client_keys`, {
        headers: { 'private-token': tokens.maintainer },
      });
      const [{ id, sentry_dsn }] = await answer.json();
      const file = path.join(window.workspace, 'telemetry.yaml');
      await writeFile(file, `telemetry:\n  dsn: ${sentry_dsn}\n`);
      await window.command('Switchyard: Find Hard-Coded Client Keys');
      await window.toast('Hard-coded client key found in 1 place in this workspace').waitFor();
      const show = window.toast('Hard-coded client key').getByRole('button', { name: 'Show Problems' });
      const problem = window.page.getByRole('treeitem', {
        name: new RegExp(`Hard-coded client key #${id} of`),
      });
      await untilEffect(
        (timeout) => show.click({ timeout }),
        (timeout) => problem.waitFor({ timeout }),
      );
      await problem.dblclick();
      await window.editorTab('telemetry.yaml').waitFor();
      await row(new RegExp(`^Client key ${id}, .*used in 1 place`)).waitFor();
      // VS Code may compute the problems of the editor again, and then shows no quick fixes.
      const fix = window.page.getByText('Rotate Client Key...');
      await untilEffect(
        () => window.page.keyboard.press('Control+.'),
        (timeout) => fix.waitFor({ timeout }),
      );
      await window.settle();
      await window.shot(`client-key-problem-${theme}`);
      await window.page.keyboard.press('Escape');
    });
  });
}
