import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { FrameFinder } from '../../src/app/errors/frame-finder';
import { type FrameFiles } from '../../src/app/shared/file-finder';
import { stackTraceFromServer } from '../../src/domain/errors/from-server';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { detailsOf, errorsFound, newKey, runShop, SHOP } from './helpers/shop';

/** Finds files below a root folder. */
const files: FrameFiles = {
  file(root, file) {
    const full = path.join(fileURLToPath(root), file);
    return Promise.resolve(existsSync(full) ? pathToFileURL(full).toString() : undefined);
  },
  endingWith: () => Promise.resolve([]),
  text: (address) => readFile(fileURLToPath(address), 'utf8').catch(() => undefined),
};

describe('@sentry/node: frames of reported errors', () => {
  const world = withSandbox({ still: false, admin: true }, 'once');

  it('finds the throwing line of the file in the workspace', async () => {
    await runShop((await newKey(world())).dsn, 'one');
    const [error] = await errorsFound(world(), 'cannot ship');
    assert.ok(error);
    const trace = stackTraceFromServer(
      { stackTraceEntries: (await detailsOf(world(), error)).frames },
      error,
    );
    assert.deepEqual(
      [trace.language, trace.type, trace.message],
      ['nodejs', 'TypeError', 'cannot ship nothing'],
    );
    const [first] = trace.frames;
    assert.ok(first);
    assert.deepEqual([first.function, first.own], ['ship', true]);
    const root = pathToFileURL(path.dirname(SHOP)).toString();
    const finder = new FrameFinder(files, { roots: [root], project: 'acme/storefront' });
    const place = await finder.find(first, new AbortController().signal);
    assert.equal(place?.file, pathToFileURL(SHOP).toString());
    assert.equal(place.moved, false);
    const code = (await readFile(SHOP, 'utf8')).split('\n');
    assert.match(code[place.line - 1] ?? '', /throw new TypeError\(`cannot ship/);
  });
});
