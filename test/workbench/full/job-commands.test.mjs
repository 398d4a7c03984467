import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { openPipeline, openPipelinesView } from '../steps/stages.mjs';

describe('commands of jobs and pipelines that ask or open a document', () => {
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
});

const nameOf = (label) => label.replace(/^Job (.+?), .*$/, '$1');
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
