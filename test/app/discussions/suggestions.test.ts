import assert from 'node:assert/strict';
import { SuggestedChanges } from '../../../src/app/discussions/suggested-changes';
import { Suggestions } from '../../../src/app/discussions/suggestions';
import { NoSuchFileError } from '../../../src/domain/shared/file-content';
import { suggestionLabel } from '../../../src/presentation/discussions/comment-messages';
import { suggestionsIn } from '../../../src/presentation/discussions/comment-suggestions';

const key = { base: 'https://git.example', project: 1, iid: 12 };
const position = { new_path: 'a.ts', new_line: 3, base_sha: 'b'.repeat(40), head_sha: 'c'.repeat(40) };
const body = '```suggestion:-1+0\nBoth.\n```\n';

/** Suggestions for a file of which no version can be read, but which is in the workspace. */
const suggestions = new Suggestions({
  changes: new SuggestedChanges({
    frames: { ofPosition: () => Promise.resolve(undefined) },
    changes: { versions: () => Promise.resolve([]) },
    content: { read: () => Promise.reject(new Error('This commit is gone.')) },
  }),
  files: {
    find: () => Promise.resolve({ kind: 'file', address: 'file:///a.ts', hasBranch: true }),
    lines: () => Promise.resolve(['Zero.', 'One.', 'Two.', 'Three.']),
  },
  read: suggestionsIn,
});
const serverSuggestion = { from_line: 2, to_line: 3, applied: false, from_content: 'One.\nTwo.\n' };
const of = (...all: (typeof serverSuggestion)[]) =>
  suggestions.of(key, { body, position, serverSuggestions: all });

describe('suggestions with lines from the server', () => {
  it('can be applied even if their version can no longer be read', async () => {
    const [edit] = await of(serverSuggestion);
    assert.deepEqual([edit?.state, edit?.on?.lines], ['open', ['One.', 'Two.']]);
    assert.equal((await of())[0]?.state, 'unknown');
  });

  it("don't count as applied if they are the same as their lines", async () => {
    const same = '```suggestion:-1+0\nOne.\nTwo.\n```\n';
    const [edit] = await suggestions.of(key, { body: same, position, serverSuggestions: [serverSuggestion] });
    assert.equal(edit?.state, 'unchanged');
    assert.equal(suggestionLabel(edit.state), 'No change');
  });

  it('are applied if the server reports it', async () => {
    assert.equal((await of({ ...serverSuggestion, applied: true }))[0]?.state, 'applied');
  });

  it('are ignored if their lines or their number differ', async () => {
    assert.equal((await of({ ...serverSuggestion, from_line: 1 }))[0]?.state, 'unknown');
    assert.equal((await of({ ...serverSuggestion, from_content: 'One.\n' }))[0]?.state, 'unknown');
    assert.equal((await of(serverSuggestion, serverSuggestion))[0]?.state, 'unknown');
  });
});

describe('suggestion', () => {
  const OLD = ['Zero.', 'One.', 'Two.', 'Three.'];
  const NEW = ['Zero.', 'Another.', 'Two.', 'Three.'];
  const refs = { id: 7, base_commit_sha: 'b'.repeat(40), head_commit_sha: 'd'.repeat(40) };
  const stateWith = async (
    working: readonly string[],
    newest: readonly string[] | Error,
    hasBranch: boolean,
  ) => {
    const [edit] = await new Suggestions({
      changes: new SuggestedChanges({
        frames: { ofPosition: () => Promise.resolve(undefined) },
        changes: { versions: () => Promise.resolve([refs]) },
        content: {
          read: ({ to }) => {
            const lines = to === refs.head_commit_sha ? newest : OLD;
            if (lines instanceof Error) return Promise.reject(lines);
            const bytes = new TextEncoder().encode(lines.join('\n'));
            return Promise.resolve({ bytes, source: 'git', what: 'text' });
          },
        },
      }),
      files: {
        find: () => Promise.resolve({ kind: 'file', address: 'file:///a.ts', hasBranch }),
        lines: () => Promise.resolve(working),
      },
      read: suggestionsIn,
    }).of(key, { body, position, serverSuggestions: [] });
    return edit?.state;
  };

  for (const [what, working, newest, hasBranch, state] of [
    ['its lines are in the file and in the newest version', OLD, OLD, true, 'open'],
    [
      'its lines are in an older commit that is checked out, and not in the newest version',
      OLD,
      NEW,
      false,
      'outdated',
    ],
    [
      'its branch is checked out without the newest commits, which changed its lines',
      OLD,
      NEW,
      true,
      'outdated',
    ],
    ['its file is not in the newest version', OLD, new NoSuchFileError(), true, 'outdated'],
    ['its branch is checked out and its lines were changed there', NEW, OLD, true, 'changed-here'],
    ['its branch is checked out, and its lines are gone in both', NEW, NEW.concat('x'), true, 'outdated'],
    ['another branch is checked out that does not have its lines', NEW, OLD, false, 'open'],
    [
      'its branch is checked out and the newest version cannot be read',
      OLD,
      new Error('offline'),
      true,
      'open',
    ],
    [
      'another commit is checked out and the newest version cannot be read',
      OLD,
      new Error('offline'),
      false,
      'unknown',
    ],
  ] as const) {
    it(`is ${state} if ${what}`, async () => {
      assert.equal(await stateWith(working, newest, hasBranch), state);
    });
  }
});
