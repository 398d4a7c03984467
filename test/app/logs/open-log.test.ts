import assert from 'node:assert/strict';
import { JobLogOpener } from '../../../src/app/logs/open-log';
import { RecentItems } from '../../../src/app/shared/recent-items';
import { Lazy } from '../../../src/base/lazy';
import { heldMemory } from '../../builders/stores';

const key = { base: 'https://git.example.com', project: 1, job: 7 };

describe('JobLogOpener', () => {
  function anEditor(open: () => Promise<void> = () => Promise.resolve()) {
    const steps: string[] = [];
    const recent = new RecentItems(heldMemory());
    const decorations = new Lazy(() => {
      steps.push('decorations');
      return Promise.resolve({});
    });
    const logs = {
      open: async (): Promise<void> => {
        steps.push('log');
        await open();
      },
    };
    return { steps, recent, opener: new JobLogOpener({ decorations, logs, recent }) };
  }

  it('loads the decorations once, before the job log', async () => {
    const { steps, opener } = anEditor();
    await opener.open(key, 'unit-tests');
    await opener.open(key, 'unit-tests');
    assert.deepEqual(steps, ['decorations', 'log', 'log']);
  });

  it('adds the job to the recently opened items', async () => {
    const { recent, opener } = anEditor();
    await opener.open(key, 'unit-tests');
    assert.deepEqual(recent.list(), [
      { what: 'job', base: key.base, project: 1, id: 7, label: 'unit-tests' },
    ]);
  });

  it("doesn't add the job to the recent jobs if opening its log fails", async () => {
    const { recent, opener } = anEditor(() => Promise.reject(new Error('no editor')));
    await assert.rejects(opener.open(key, 'unit-tests'), /no editor/);
    assert.deepEqual(recent.list(), []);
  });
});
