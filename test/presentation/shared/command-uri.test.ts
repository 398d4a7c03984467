import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COMMAND } from '../../../src/presentation/shared/command-ids';
import { commandUri } from '../../../src/presentation/shared/links';

/** Returns what a command receives if VS Code decodes the argument this many times. */
function received(uri: string, times: number): unknown {
  let query = uri.slice(uri.indexOf('?') + 1);
  for (let count = 0; count < times; count++) query = decodeURIComponent(query);
  const values: unknown = JSON.parse(query);
  assert.ok(Array.isArray(values));
  return values[0];
}

describe('commandUri', () => {
  const NAMES = [
    'x%22,%22job%22:666,%22base%22:%22https://other.example',
    'deploy 50%20off',
    '100%',
    '%2522',
    'quoted "name" \\ ü ☕ \n',
  ];
  for (const times of [1, 2, 3])
    it(`passes a job with any name to the command if its URI is decoded ${times}×`, () => {
      for (const name of NAMES) {
        const place = { base: 'https://gitlab.example', job: 7, name };
        assert.deepEqual(received(commandUri(COMMAND.openLogLine, place), times), place);
      }
      fc.assert(
        fc.property(fc.string({ unit: 'binary' }), (name) => {
          assert.deepEqual(received(commandUri(COMMAND.openLogLine, { name }), times), { name });
        }),
      );
    });
});
