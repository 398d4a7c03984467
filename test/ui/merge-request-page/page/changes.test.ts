import assert from 'node:assert/strict';
import { ChangeFilters } from '../../../../src/app/changes/change-filter';
import { Changes } from '../../../../src/app/changes/changes';
import { ReviewedVersions } from '../../../../src/app/changes/reviewed-versions';
import { ShownChanges } from '../../../../src/app/changes/shown-changes';
import { ViewedFiles } from '../../../../src/app/changes/viewed-files';
import { systemClock } from '../../../../src/base/clock';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { PageChanges } from '../../../../src/ui/merge-request-page/page/changes';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';

const GIFT_CARDS = 12;

describe('changes for the merge request page', () => {
  let sandbox: Sandbox;
  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const page = (visible = true) => {
    const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox);
    const key = keyOf(GIFT_CARDS);
    const reviewed = new ReviewedVersions(heldMemory());
    const changes = new Changes({ clientFor: () => client, mergeRequests, reviewed });
    const viewed = new ViewedFiles(heldMemory(), heldMemory(), systemClock);
    const filters = new ChangeFilters();
    const generated = { for: () => () => undefined, onDidChange: new Emitter<void>().event };
    const shown = new ShownChanges({ changes, viewed, filters, generated, clock: systemClock });
    const seen = new Emitter<boolean>();
    const sight = { visible, onDidChangeVisible: seen.event };
    const part = new PageChanges(sight, key, { changes, shown, viewed, log: silentLog });
    return {
      ...{ part, changes, viewed, key },
      show: (now: boolean) => {
        sight.visible = now;
        seen.fire(now);
      },
      when: (holds: (facts: PageChanges['details']) => boolean): Promise<void> =>
        new Promise((resolve) => {
          const check = (): void => {
            if (!holds(part.details)) return;
            listening.dispose();
            resolve();
          };
          const listening = part.onDidChange(check);
          check();
        }),
    };
  };
  const readings = (): number => sandbox.requests().filter(({ path }) => /diffs|versions/.test(path)).length;

  it('are loaded only when the section is expanded on a visible page', async () => {
    const one = page(false);
    assert.ok(one.part.take('expandChanges'));
    assert.equal(readings(), 0);
    one.part.take('collapseChanges');
    one.show(true);
    assert.equal(readings(), 0);
    one.part.take('expandChanges');
    await one.when(({ loaded }) => loaded?.set.complete === true);
    const count = readings();
    assert.ok(count > 0);
    for (const act of ['collapseChanges', 'expandChanges']) one.part.take(act);
    one.show(false);
    one.show(true);
    assert.equal(readings(), count, 'the files are known');
  });

  it('show the viewed state as it changes', async () => {
    const one = page();
    one.part.take('expandChanges');
    await one.when(({ loaded }) => loaded?.set.complete === true);
    const [file] = one.part.details.loaded?.set.files ?? [];
    assert.ok(file);
    assert.equal(one.part.details.isViewed(file), false);
    const updated = one.when(({ loaded }) => loaded?.progress.viewed === 1);
    await one.viewed.set(one.key, [file], true);
    await updated;
    assert.equal(one.part.details.isViewed(file), true);
  });

  it("report a failure once, and are loaded again at the user's request", async () => {
    for (const path of ['**/diffs', '**/versions']) sandbox.faults.add({ kind: 'status', status: 400, path });
    const one = page();
    one.part.take('expandChanges');
    await one.when(({ errorMessage }) => errorMessage !== undefined);
    assert.match(one.part.details.errorMessage ?? '', /^Couldn't load the changes\. /);
    const count = readings();
    one.show(false);
    one.show(true);
    assert.equal(readings(), count);
    sandbox.faults.clear();
    one.part.take('loadChanges');
    assert.equal(one.part.details.errorMessage, undefined);
    await one.when(({ loaded }) => loaded?.set.complete === true);
  });

  it('ignore actions of other sections', () => {
    const one = page();
    assert.equal(one.part.take('merge'), false);
    assert.ok(one.part.take('showAllFiles'));
    assert.equal(one.part.details.showsAll, true);
  });
});
