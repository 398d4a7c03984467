import assert from 'node:assert/strict';
import { workbench } from '../harness.mjs';
import { openPipelinesView } from '../steps/stages.mjs';

describe('Run Pipeline with inputs, keyboard and mouse', () => {
  const window = workbench({ theme: 'dark', signedIn: 'maintainer' });

  const input = () => window.page.locator('.quick-input-widget input[type="text"]').last();
  const message = (text) =>
    window.page.locator('.quick-input-widget .quick-input-message').filter({ hasText: text });
  const press = (key) => window.page.keyboard.press(key);

  it('asks for a required input, rejects a value of a wrong type, and runs the pipeline', async () => {
    await openPipelinesView(window);
    await window.contextMenu(window.row(/^Project acme\/storefront/), 'Run Pipeline...');
    await window.quickRow('release/2.0').click();
    await window.quickRow(/environment.*required/).waitFor();
    await window.quickRow(/version.*v2\.0\.0 \(default\)/).waitFor();
    await window.quickRow('Log level of the deployment').waitFor();
    await window.shot('run-pipeline-inputs-dark');

    // The first row runs the pipeline, which requires a value.
    await press('Enter');
    await window.quickRow('production').waitFor();
    await window.quickRow('staging').click();
    await window.quickRow(/environment.*staging/).waitFor();

    await window.page.keyboard.type('canary_percent=ten');
    await window.quickRow('Set Value of canary_percent').waitFor();
    await press('Enter');
    await message('canary_percent must be a number.').waitFor();
    assert.equal(await input().inputValue(), 'ten');
    await press('Enter');
    await message('canary_percent must be a number.').waitFor();
    await input().fill('25');
    await press('Enter');
    await window.quickRow(/canary_percent.*25/).waitFor();

    await window.quickRow(/regions.*eu-1/).click();
    await window.quickRow('us-1').click();
    await press('Enter');
    await window.quickRow(/regions.*eu-1, us-1/).waitFor();

    await window.quickRow(/LOG_LEVEL.*info/).click();
    await window.quickRow('Another Value...').waitFor();
    await window.quickRow('debug').click();
    await window.quickRow(/LOG_LEVEL.*debug/).waitFor();

    await window.page.keyboard.type('REGION=north');
    await window.quickRow('Add Variable REGION').waitFor();
    await press('Enter');
    await window.quickRow(/REGION.*north/).waitFor();
    await press('Enter');
    await window.toast(/Pipeline #\d+ for release\/2\.0/).waitFor();

    const { url, tokens } = window.sandbox;
    const ask = async (path) =>
      (
        await fetch(`${url}/api/v4/projects/1${path}`, { headers: { 'private-token': tokens.maintainer } })
      ).json();
    const [newest] = await ask('/pipelines?ref=release%2F2.0');
    const jobs = await ask(`/pipelines/${newest.id}/jobs`);
    assert.ok(jobs.some(({ name }) => name === 'deploy to staging'));
  });
});
