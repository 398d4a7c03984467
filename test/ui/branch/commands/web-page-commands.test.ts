import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { pageCommands } from '../../../../src/ui/branch/commands/web-page-commands';
import { runCommand } from '../../../builders/run-command';

describe('Open Merge Request', () => {
  const mergeRequest = { base: 'https://git.example.com', project: 1, iid: 12 };

  it('reveals a thread, or the text box for a comment or a reply', async () => {
    const parts: unknown[] = [];
    const rows = pageCommands({
      mergeRequestOf: () => Promise.resolve(mergeRequest),
      open: (_key, part) => parts.push(part),
    });
    const target = { kind: 'merge-request', mergeRequest };
    for (const more of [{}, { note: 7 }, { write: true }, { note: 7, write: true }, { write: false }])
      await runCommand(rows, COMMAND.openMergeRequest, { target, ...more });
    assert.deepEqual(parts, [undefined, 'thread-7', 'new-comment-text', 'reply-to-7-text', undefined]);
  });
});
