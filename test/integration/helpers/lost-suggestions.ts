import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { threadsInDiff } from './comments-setup';
import { until } from './harness';
import type { Row } from './lost-response';

const run = (name: string, argument: unknown) =>
  vscode.commands.executeCommand(`switchyard.${name}`, argument);

/** Returns the commands that apply suggestions on the server. */
export function suggestionRows(
  world: ReturnType<typeof threadsInDiff>,
): Readonly<Record<'applySuggestion' | 'applySuggestionBatch', Row>> {
  const { typedAt, threadWith, key } = world;
  /** Returns a comment with a suggestion that the server can apply. */
  const suggestion = async () => {
    const text = '```suggestion:-0+0\nexport interface Lost {\n```\n';
    const isThere = (await world.wire()).some(({ notes }) => notes[0]?.body.includes('interface Lost'));
    if (!isThere) await run('commentNow', typedAt(3, 3, text));
    return until(async () => {
      const [found] = (await threadWith('+export interface Lost {')).comments;
      return /\bsuggestion\b/.test(found?.contextValue ?? '') && found;
    });
  };
  const onServer = (): void => {
    world.it.script.choose((labels) => labels.findIndex((label) => label.startsWith('Commit to ')));
    world.it.script.type('Typed message');
  };
  const keepsMessage = (name: string, argument: () => unknown) => async () => {
    const before = world.it.script.asked.length;
    world.it.script.type();
    await run(name, await argument());
    assert.equal(world.it.script.asked[before]?.value, 'Typed message');
  };
  const batch = () => ({ target: { kind: 'merge-request', mergeRequest: key() } });

  return {
    applySuggestion: {
      given: suggestion,
      act: async () => {
        onServer();
        await run('applySuggestion', await suggestion());
      },
      kept: keepsMessage('applySuggestion', suggestion),
    },
    applySuggestionBatch: {
      given: async () => {
        await run('addSuggestionToBatch', await suggestion());
      },
      act: async () => {
        onServer();
        await run('applySuggestionBatch', batch());
      },
      kept: keepsMessage('applySuggestionBatch', batch),
    },
  };
}
