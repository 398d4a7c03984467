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
      // Opening an editor closes menus, so the log that the click opens is awaited first.
      await window.openRow(rows[0], window.editorTab(new RegExp(`^${escaped(names[0])} #`)));
      await window.settle();
      await rows[1].click({ modifiers: ['Control'] });
      await window.chooseFromMenu('Retry Job', async () => {
        await rows[0].click({ button: 'right' });
        await window.page.getByRole('menuitem', { name: 'Retry Job' }).waitFor();
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
