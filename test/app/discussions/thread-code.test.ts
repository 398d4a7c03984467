import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { ThreadCode } from '../../../src/app/discussions/thread-code';
import type { VersionFile } from '../../../src/app/discussions/version-lines';

const key = { base: 'https://git.example', project: 1, iid: 12 };
const at = (new_line: number, start?: number) => ({
  ...{ base_sha: 'b', head_sha: 'h', old_path: 'a.ts', new_path: 'a.ts', new_line },
  ...(start === undefined ? {} : { line_range: { start: { new_line: start }, end: { new_line } } }),
});
const numbered: VersionFile = {
  lineAt: (line) => (line >= 1 && line <= 40 ? `line ${line}` : undefined),
  frame: undefined,
};
const { signal } = new AbortController();

/** Returns the line numbers of a position. */
async function linesOf(position: ReturnType<typeof at>, file: VersionFile | undefined = numbered) {
  const code = new ThreadCode({ of: () => Promise.resolve(file) });
  await code.load(key, [position], signal);
  return code.peek(key, position)?.map(({ number }) => number);
}

describe('code of a thread', () => {
  it('consists of its lines, at most ten, and three lines before', async () => {
    assert.deepEqual(await linesOf(at(9)), [6, 7, 8, 9]);
    assert.deepEqual(await linesOf(at(2)), [1, 2]);
    assert.deepEqual(await linesOf(at(9, 8)), [5, 6, 7, 8, 9]);
    assert.equal((await linesOf(at(39, 5)))?.[0], 27);
    assert.deepEqual(await linesOf(at(41)), [38, 39, 40]);
  });

  it('is cut if its lines are very long', async () => {
    const code = new ThreadCode({
      of: () => Promise.resolve({ lineAt: () => 'x'.repeat(5_000), frame: undefined }),
    });
    await code.load(key, [at(1)], signal);
    assert.equal(code.peek(key, at(1))?.[0]?.text.length, 300);
  });

  it('is loaded once, and again after a failure', async () => {
    let calls = 0;
    let failure: Error | undefined = new ApiError({
      ...{ kind: 'network', endpoint: 'GET /x', host: 'git.example', detail: 'ECONNRESET' },
    });
    const code = new ThreadCode({
      of: () => {
        calls++;
        return failure === undefined ? Promise.resolve(undefined) : Promise.reject(failure);
      },
    });
    await assert.rejects(code.load(key, [at(1), at(2)], signal), failure);
    assert.deepEqual([calls, code.peek(key, at(1))], [2, undefined], 'the others are tried');
    failure = undefined;
    let fired = 0;
    code.onDidChange(() => fired++);
    await Promise.all([code.load(key, [at(1)], signal), code.load(key, [at(1), at(2)], signal)]);
    assert.deepEqual([calls, fired], [4, 2]);
    assert.deepEqual(code.peek(key, at(2)), [], 'a file that is not text');
    code.clear();
    assert.equal(code.peek(key, at(2)), undefined);
  });

  it('is loaded by another call if the first one is aborted', async () => {
    const first = new AbortController();
    const code = new ThreadCode({
      of: (_key, _position, _side, options) =>
        options?.signal === first.signal
          ? new Promise((_, reject) => {
              first.signal.addEventListener('abort', () => {
                reject(new ApiError({ kind: 'aborted', endpoint: 'GET /x', host: 'git.example' }));
              });
            })
          : Promise.resolve(numbered),
    });
    const aborted = code.load(key, [at(1)], first.signal);
    const second = code.load(key, [at(1)], signal);
    first.abort();
    await Promise.all([aborted, second]);
    assert.equal(code.peek(key, at(1))?.length, 1);
  });

  it('is not kept if the account changes during the request', async () => {
    const code: ThreadCode = new ThreadCode({
      of: () => {
        code.clear();
        return Promise.resolve(numbered);
      },
    });
    await code.load(key, [at(1)], signal);
    assert.equal(code.peek(key, at(1)), undefined);
  });
});
