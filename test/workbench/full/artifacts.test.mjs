import { workbench } from '../harness.mjs';
import { openPipeline, openPipelinesView } from '../steps/stages.mjs';
import { step } from '../steps/step.mjs';

const JOB = 'e2e: chrome 1/2';

describe('artifacts of a job', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  /** Expands the latest pipeline in which the job passed, and returns the row of the job. */
  const openJob = async () => {
    const { url, tokens } = window.sandbox;
    const response = await fetch(`${url}/api/v4/projects/1/jobs?scope[]=success&per_page=100`, {
      headers: { 'private-token': tokens.maintainer },
    });
    const { pipeline } = (await response.json()).find(({ name }) => name === JOB);
    await openPipelinesView(window);
    await openPipeline(window, new RegExp(`^Pipeline ${pipeline.id},`));
    return window.row(new RegExp(`^Job ${JOB},`)).first();
  };

  it('are shown as folders and files that can be opened with the mouse', async () => {
    const row = await openJob();
    await step('expand the job and its folders', async () => {
      await window.unfold(row);
      await window.unfold(window.row(/^Artifacts,/).first());
      await window.unfold(window.row(/^Folder reports$/).first());
      await window
        .row(/^File reports\/junit\.xml,/)
        .first()
        .waitFor();
      await window.unfold(window.row(/^Folder screenshots$/).first());
      await window.unfold(window.row(/^Folder screenshots\/checkout$/).first());
    });
    await step('open a text', async () => {
      await window
        .row(/^File reports\/junit\.xml,/)
        .first()
        .click();
      await window.page.locator('.view-lines').getByText('adds an item to the cart').first().waitFor();
    });
    await step('open an image', async () => {
      await window
        .row(/^File screenshots\/checkout\/cart\.png,/)
        .first()
        .click();
      await window.page.locator('.tab.active').getByText('cart.png').first().waitFor();
      // The preview shows the dimensions of the image after it has loaded.
      await window.page.locator('.statusbar-item').getByText('320x200').first().waitFor();
      await window.settle();
      await window.page.mouse.move(900, 600);
      await window.shot('artifacts');
    });
  });

  it('can be browsed with the keyboard', async () => {
    const row = await openJob();
    await window.contextMenu(row, 'Browse Artifacts');
    await window.quickRow('reports').waitFor();
    await window.page.keyboard.type('reports');
    await window.page.keyboard.press('Enter');
    await window.quickRow('index.html').waitFor();
    await window.page.keyboard.type('index');
    await window.page.keyboard.press('Enter');
    await window.page.locator('.view-lines').getByText('3 tests, 0 failures').first().waitFor();
  });
});
