import assert from 'node:assert/strict';
import type { MergeRequestKey } from '../../../../src/app/shared/keys';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { reviewNextCommand } from '../../../../src/ui/discussions/commands/review-next-command';
import { runCommand } from '../../../builders/run-command';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const key = (iid: number): MergeRequestKey => ({ base: 'https://git.example.com', project: 1, iid });

describe('Review Next Merge Request', () => {
  function setUp(at: { readonly active?: number; readonly next?: number } = {}) {
    const prompts = new ScriptedPrompts();
    const opened: MergeRequestKey[] = [];
    const skipped: (MergeRequestKey | undefined)[] = [];
    const row = reviewNextCommand({
      queue: {
        next: (current) => {
          skipped.push(current);
          return Promise.resolve(at.next === undefined ? undefined : key(at.next));
        },
      },
      prompts,
      active: () => (at.active === undefined ? undefined : key(at.active)),
      openMergeRequest: (found) => {
        opened.push(found);
        return Promise.resolve();
      },
    });
    return { row, prompts, opened, skipped };
  }

  it('opens the one after the active merge request', async () => {
    const { row, prompts, opened, skipped } = setUp({ active: 3, next: 4 });
    await runCommand([row], COMMAND.reviewNext);
    assert.deepEqual([skipped, opened, prompts.messages], [[key(3)], [key(4)], []]);
  });

  it('opens the one after the merge request of the notification, regardless of the active one', async () => {
    const { row, skipped } = setUp({ active: 3, next: 4 });
    const target = { kind: 'merge-request', mergeRequest: key(2) };
    await runCommand([row], COMMAND.reviewNext, { target });
    assert.deepEqual(skipped, [key(2)]);
  });

  it('shows a message if there is no other merge request', async () => {
    for (const [active, message] of [
      [undefined, 'No merge requests need your attention.'],
      [3, 'No other merge requests need your attention.'],
    ] as const) {
      const { row, prompts, opened } = setUp({ ...(active === undefined ? {} : { active }) });
      await runCommand([row], COMMAND.reviewNext);
      assert.deepEqual([prompts.messages.map((each) => each.message), opened], [[message], []]);
    }
  });
});
