import assert from 'node:assert/strict';
import { workbench } from './harness.mjs';
import { openPipeline, openPipelinesView } from './steps/stages.mjs';

describe('job commands', () => {
  const window = workbench({ theme: 'light', signedIn: 'maintainer' });

  /** Returns the latest pipeline with a job of a name that has a status, as a pattern for its row. */
  const pipelineWith = async (status, job) => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}/api/v4/projects/1/jobs?scope[]=${status}&per_page=100`, {
      headers: { 'private-token': tokens.maintainer },
    });
    const { pipeline } = (await response.json()).find(({ name }) => name === job);
    return new RegExp(`^Pipeline ${pipeline.id},`);
  };

  describe('in the Command Palette', () => {
    beforeEach(async () => {
      await window.openContainer();
      await window.onlyView('Pipelines');
      await window
        .row(/^Pipeline \d+/)
        .first()
        .waitFor();
    });

    for (const [typed, first] of [
      ['Retry Job', 'Retry Job'],
      ['Cancel Job', 'Cancel Job'],
      ['Run Job', 'Run Manual Job'],
      ['Retry Pipeline', 'Retry Pipeline'],
      ['Show Job History', 'Show Job History'],
    ]) {
      it(`lists the matching command first for "${typed}"`, async () => {
        await window.page.keyboard.press('F1');
        await window.quickInput().locator('input[type="text"]').first().fill(`>${typed}`);
        await window.quickRow(`Switchyard: ${first}`).first().waitFor();
        const rows = window.page.locator('.quick-input-list .monaco-list-row .label-name');
        assert.equal(await rows.first().textContent(), `Switchyard: ${first}`);
        await window.page.keyboard.press('Escape');
        await window.quickInput().waitFor({ state: 'hidden' });
      });
    }
  });

  describe('Show Pipeline Summary', () => {
    const summary = () => window.page.locator('.part.editor .tab').filter({ hasText: /^Pipeline #\d+/ });
    const heading = (text) =>
      window.page
        .locator('.part.editor .view-line')
        .filter({ hasText: new RegExp(`^${text.replaceAll(' ', '\\s')}$`) });

    it('opens from the menu of a row, leads to a log, and is restored after a reload', async () => {
      await openPipelinesView(window);
      const row = window.row(await pipelineWith('failed', 'unit-tests')).first();
      await window.contextMenu(row, 'Show Pipeline Summary');
      await summary().waitFor();
      for (const text of ['Failed Jobs', 'Critical Path', 'Stage test']) await heading(text).waitFor();
      await window.settle();
      await window.shot('pipeline-summary-light');
      await window.changeTheme('dark');
      await window.shot('pipeline-summary-dark');
      await window.kept(/open-editors:\[[^\]]*switchyard-pipeline/);
      await window.page.reload();
      await heading('Failed Jobs').waitFor();
      await window.page
        .locator('.part.editor .view-line .detected-link')
        .filter({ hasText: 'unit-tests' })
        .first()
        .click({ modifiers: ['Control'] });
      await window.editorTab(/^unit-tests #/).waitFor();
    });
  });

  describe('Run Manual Job with Inputs or Variables, keyboard and mouse', () => {
    const manual = () => window.row(/^Job deploy[^,]*, manual/).first();

    beforeEach(async () => {
      await openPipelinesView(window);
      // A test starts such a job.
      await openPipeline(window, await pipelineWith('manual', 'deploy-review'));
      await window.contextMenu(manual(), 'Run Manual Job with Inputs or Variables');
    });

    it("adds a name and value typed into the list with one Enter, and doesn't start the job", async () => {
      await window.quickRow('Add Variable').waitFor();
      await window.page.keyboard.type('DEPLOY');
      await window.page.keyboard.press('Enter');
      await named('Enter a variable name').waitFor();
      assert.equal(await input().inputValue(), 'DEPLOY');
      await window.page.keyboard.press('Enter');
      await named('Enter a value for DEPLOY').waitFor();
      await input().fill('once');
      await window.page.keyboard.press('Enter');
      await window.quickRow(/DEPLOY.*once/).waitFor();
      await window.page.keyboard.type('DEPLOY=twice');
      await window.quickRow('Set Value of DEPLOY').waitFor();
      await window.page.keyboard.press('Enter');
      await window.quickRow(/DEPLOY.*twice/).waitFor();
      await window.page.keyboard.type('MODE=a=b');
      await window.quickRow('Add Variable MODE').waitFor();
      await window.page.keyboard.press('Enter');
      const pair = window.quickRow(/MODE.*a=b/);
      await pair.waitFor();
      await window.page.keyboard.press('Escape');
      await pair.waitFor({ state: 'hidden' });
      assert.equal(await window.modal().count(), 0, 'nobody asks whether to play it');
    });

    it('restores variables after the list or a value prompt is canceled', async () => {
      await window.quickRow('Add Variable').click();
      await answer('REGION');
      await named('Enter a value for REGION').waitFor();
      await answer('north');
      await window.quickRow(/REGION.*north/).waitFor();
      await window.page.keyboard.press('Escape');
      await window.quickInput().waitFor({ state: 'hidden' });
      await window.contextMenu(manual(), 'Run Manual Job with Inputs or Variables');
      await window.quickRow(/REGION.*north/).click();
      await named('Enter a value for REGION').waitFor();
      await input().fill('south');
      await window.page.keyboard.press('Escape');
      await window.quickInput().waitFor({ state: 'hidden' });
      await window.contextMenu(manual(), 'Run Manual Job with Inputs or Variables');
      await window.quickRow(/REGION.*south/).waitFor();
      await window.page.keyboard.press('Escape');
      await window.quickInput().waitFor({ state: 'hidden' });
    });

    it('starts the job after a masked secret value and a confirmation', async () => {
      const name = nameOf(await manual().getAttribute('aria-label'));
      await window.quickRow('Add Variable').click();
      await answer('DEPLOY_TOKEN');
      await input().waitFor();
      await window.page.waitForFunction(
        () => document.querySelector('.quick-input-widget input[type="password"]') !== null,
      );
      await answer('canary-in-a-window');
      const pair = window.quickRow('DEPLOY_TOKEN');
      await pair.waitFor();
      assert.doesNotMatch(await pair.textContent(), /canary/);
      await window.shot('play-with-variables-light');
      await window.quickRow(`Run ${name}`).click();
      await window.modal().waitFor();
      await window.shot('play-confirm-light');
      await window.modal().getByRole('button', { name: 'Run', exact: true }).click();
      await window.row(new RegExp(`^Job ${escaped(name)}, (pending|preparing|running|waiting)`)).waitFor();
    });

    const input = () => window.page.locator('.quick-input-widget input').last();

    const named = (text) =>
      window.page.locator('.quick-input-widget .quick-input-message').filter({ hasText: text });

    async function answer(text) {
      await window.page
        .locator('.quick-input-widget .quick-input-message')
        .filter({ hasText: /variable|value/ })
        .waitFor();
      await input().fill(text);
      await window.page.keyboard.press('Enter');
    }
  });

  describe('for several selected jobs, mouse', () => {
    beforeEach(async () => {
      await window.changeTheme('dark');
      await openPipelinesView(window);
    });

    it('retries all selected jobs from the context menu of one of them', async () => {
      // One failed job in each of two pipelines.
      for (const nth of [1, 0]) await openPipeline(window, /^Pipeline \d+, main, failed/, nth);
      const failed = window.row(/^Job [^,]+, failed(?! \(allowed)/);
      await failed.nth(1).waitFor();
      const rows = [failed.first(), failed.nth(1)];
      const names = await Promise.all(rows.map(async (row) => nameOf(await row.getAttribute('aria-label'))));
      await rows[0].click();
      // Opening an editor closes menus, so the log that the click opens is awaited first.
      await window.editorTab(new RegExp(`^${escaped(names[0])} #`)).waitFor();
      await window.settle();
      await rows[1].click({ modifiers: ['Control'] });
      await window.chooseFromMenu('Retry Job', async () => {
        await rows[0].click({ button: 'right' });
        await window.page.getByRole('menuitem', { name: 'Retry Job' }).waitFor();
        await window.shot('jobs-selected-dark');
      });
      for (const name of names)
        await window.row(new RegExp(`^Job ${escaped(name)}, (pending|created|preparing|running)`)).waitFor();
      assert.equal(await window.toast('jobs retried').count(), 0, 'the rows tell it');
    });
  });

  describe('row buttons', () => {
    beforeEach(async () => {
      await window.changeTheme('dark');
      await openPipelinesView(window);
    });

    it("doesn't show Cancel under the pointer right after Retry was clicked", async () => {
      // Not in the latest failed pipelines, whose jobs another test retries.
      await openPipeline(window, await pipelineWith('failed', 'integration-tests'));
      const failed = window.row(/^Job [^,]+, failed(?! \(allowed)/).first();
      const name = nameOf(await failed.getAttribute('aria-label'));
      await failed.hover();
      const { x, y, width, height } = await failed.getByRole('button', { name: /^Retry/ }).boundingBox();
      const [left, top] = [x + width / 2, y + height / 2];
      await window.page.mouse.click(left, top);
      const running = window.row(new RegExp(`^Job ${escaped(name)}, (pending|created|preparing|running)`));
      await running.waitFor();
      // The pointer hasn't moved: the row under it shows the buttons of the new attempt.
      await running.hover();
      await running.getByRole('button', { name: /^Cancel/ }).waitFor();
      await window.shot('job-buttons-after-retry');
      const under = await window.page.evaluate(
        ([atX, atY]) =>
          document.elementFromPoint(atX, atY)?.closest('.action-label')?.getAttribute('aria-label') ?? '',
        [left, top],
      );
      assert.equal(under, '');
      await window.page.mouse.click(left, top);
      await window.editorTab(new RegExp(`^${escaped(name)} #`)).waitFor();
      await running.waitFor();
    });
  });
});

const nameOf = (label) => label.replace(/^Job (.+?), .*$/, '$1');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
