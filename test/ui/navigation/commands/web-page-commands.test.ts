import assert from 'node:assert/strict';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { pageCommands } from '../../../../src/ui/navigation/commands/web-page-commands';
import { runCommand } from '../../../builders/run-command';

describe('Open Merge Request', () => {
  const mergeRequest = { base: 'https://git.example.com', project: 1, iid: 12 };
  const target = { kind: 'merge-request', mergeRequest };

  /** Runs the command and returns the revealed parts, and the comments that were looked up. */
  const opened = async (
    args: readonly object[],
    noteOnPage: (note: number) => Promise<number | undefined> = (note) => Promise.resolve(note),
  ) => {
    const parts: unknown[] = [];
    const found: unknown[] = [];
    const rows = pageCommands({
      mergeRequestOf: () => Promise.resolve(mergeRequest),
      open: (_key, part) => parts.push(part),
      noteOnPage: (_key, note) => {
        found.push(note);
        return noteOnPage(note);
      },
    });
    for (const more of args) await runCommand(rows, COMMAND.openMergeRequest, { target, ...more });
    return { parts, found };
  };

  it('reveals a thread, or the text box for a comment or a reply', async () => {
    const { parts, found } = await opened([
      {},
      { note: 7 },
      { write: true },
      { note: 7, write: true },
      { write: false },
    ]);
    assert.deepEqual(parts, [undefined, 'thread-7', 'new-comment-text', 'reply-to-7-text', undefined]);
    assert.deepEqual(found, [7]);
  });

  it('reveals the comment that is shown in place of a hidden one', async () => {
    assert.deepEqual((await opened([{ note: 7 }], () => Promise.resolve(5))).parts, ['thread-7', 'thread-5']);
  });

  it("opens the page if the comment doesn't exist, or the comments can't be loaded", async () => {
    for (const result of [() => Promise.resolve(undefined), () => Promise.reject(new Error('offline'))])
      assert.deepEqual((await opened([{ note: 7 }], result)).parts, ['thread-7']);
  });
});
