import assert from 'node:assert/strict';
import { SuggestedChanges } from '../../../../src/app/discussions/suggested-changes';
import { Suggestions } from '../../../../src/app/discussions/suggestions';
import { suggestionsIn } from '../../../../src/presentation/discussions/comment-suggestions';
import { confirmUnchangedSuggestion } from '../../../../src/ui/discussions/commands/send-comment';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

const mergeRequest = { base: 'https://git.example', project: 1, iid: 12 };
const [BASE, HEAD] = ['b'.repeat(40), 'c'.repeat(40)];
const position = {
  position_type: 'text',
  base_sha: BASE,
  start_sha: BASE,
  head_sha: HEAD,
  old_path: 'a.ts',
  new_path: 'a.ts',
  new_line: 2,
} as const;
const LINES = ['Zero.', 'One.', 'Two.'];

describe('sending a suggestion', () => {
  const asked = async (body: string, { allows = false, fails = false } = {}) => {
    const prompts = new ScriptedPrompts();
    prompts.allow(allows);
    const bytes = new TextEncoder().encode(LINES.join('\n'));
    const suggestions = new Suggestions({
      changes: new SuggestedChanges({
        frames: { ofPosition: () => Promise.resolve(undefined) },
        changes: { versions: () => Promise.resolve([]) },
        content: {
          read: () =>
            fails
              ? Promise.reject(new Error('offline'))
              : Promise.resolve({ bytes, source: 'git', what: 'text' }),
        },
      }),
      files: {
        find: () => Promise.resolve({ kind: 'no-clone' }),
        lines: () => Promise.resolve(undefined),
      },
      read: suggestionsIn,
    });
    const deps = { suggestions, discussions: { peek: () => undefined }, prompts };
    const isSent = await confirmUnchangedSuggestion(deps, { kind: 'lines', mergeRequest, position }, body);
    return [isSent, prompts.confirmed.map(({ message }) => message)];
  };
  const suggestion = (line: string): string => `Like this?\n\n\`\`\`suggestion:-0+0\n${line}\n\`\`\`\n`;
  const question = "Send a suggestion that doesn't change anything?";

  it('asks if the suggestion is the same as its lines', async () => {
    assert.deepEqual(await asked(suggestion('One.')), [false, [question]]);
    assert.deepEqual(await asked(suggestion('One.'), { allows: true }), [true, [question]]);
  });

  it("doesn't ask for other texts, or if the lines can't be read", async () => {
    assert.deepEqual(await asked(suggestion('One!')), [true, []]);
    assert.deepEqual(await asked('One.'), [true, []]);
    assert.deepEqual(await asked(suggestion('One.'), { fails: true }), [true, []]);
  });
});
