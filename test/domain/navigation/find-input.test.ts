import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readFindInput } from '../../../src/domain/navigation/find-input';

const BASES = [
  'https://git.example.com',
  'https://work.example.com/gitlab',
  'https://work.example.com/gitlab/inner',
];
const read = (typed: string) => readFindInput(typed, BASES);

describe('input of the Find command', () => {
  it('recognizes merge requests, numbers, and text', () => {
    assert.deepEqual(read(' !12 '), { kind: 'merge-request', iid: 12 });
    assert.deepEqual(read('#5012'), { kind: 'number', id: 5012 });
    assert.deepEqual(read('5012'), { kind: 'number', id: 5012 });
    assert.deepEqual(read('unit tests'), { kind: 'text', text: 'unit tests' });
    assert.deepEqual(read('  '), { kind: 'nothing' });
  });

  it('treats malformed references as text', () => {
    for (const typed of ['!', '#', '!12a', '#1.5', '-3', '!!12', '99999999999999999999'])
      assert.deepEqual(read(typed), { kind: 'text', text: typed });
  });

  it('recognizes the URL of a job, with its line', () => {
    const page = { kind: 'page', base: 'https://git.example.com', path: 'acme/store/front' };
    assert.deepEqual(read('https://git.example.com/acme/store/front/-/jobs/7#L120'), {
      ...page,
      page: { what: 'job', id: 7, line: 120 },
    });
    assert.deepEqual(read('https://git.example.com/acme/store/front/-/jobs/7/raw'), {
      ...page,
      page: { what: 'job', id: 7, line: undefined },
    });
  });

  it('recognizes URLs of pipelines and merge requests, including tabs and query parameters', () => {
    const found = (address: string) => {
      const input = read(address);
      assert.equal(input.kind, 'page');
      return [input.base, input.path, input.page];
    };
    const git = 'https://git.example.com';
    assert.deepEqual(found(`${git}/acme/front/-/pipelines/9/test_report`), [
      git,
      'acme/front',
      { what: 'pipeline', id: 9 },
    ]);
    assert.deepEqual(found(`${git}/acme/front/-/merge_requests/3/diffs?view=inline#note_1`), [
      git,
      'acme/front',
      { what: 'merge-request', iid: 3, place: { note: 1 } },
    ]);
    assert.deepEqual(found(`${git}/acme/front/merge_requests/3`), [
      git,
      'acme/front',
      { what: 'merge-request', iid: 3 },
    ]);
  });

  it('recognizes the URL of a changed file, with an optional line', () => {
    const hash = 'aa4c4f5ffa2e6eb0b7d3e4bd2d6b9d7c0f3a1b2c';
    const page = (rest: string) => {
      const input = read(`https://git.example.com/acme/front/-/merge_requests/12${rest}`);
      return input.kind === 'page' && input.page.what === 'merge-request' ? input.page : input.kind;
    };
    const at = (line?: number, more = {}) => ({
      what: 'merge-request',
      iid: 12,
      place: { file: { hash, line }, ...more },
    });
    assert.deepEqual(page(`/diffs#${hash}`), at());
    assert.deepEqual(page(`/diffs?diff_id=7#diff-content-${hash}`), at(undefined, { version: { id: 7 } }));
    assert.deepEqual(page(`/diffs#${hash}_10_12`), at(12));
    assert.deepEqual(page(`/diffs#${hash}_10_0`), at());
    const whole = { what: 'merge-request', iid: 12 };
    for (const rest of [`#${hash}`, '/diffs', `/diffs#${hash}0`, `/commits#${hash}`])
      assert.deepEqual(page(rest), whole, rest);
  });

  it('recognizes URLs of versions, comparisons, commits, and comments', () => {
    const place = (rest: string) => {
      const input = read(`https://git.example.com/acme/front/-/merge_requests/12${rest}`);
      return input.kind === 'page' && input.page.what === 'merge-request' ? input.page.place : input.kind;
    };
    const sha = '0123456789abcdef0123456789abcdef01234567';
    assert.deepEqual(place('/diffs?diff_id=5'), { version: { id: 5 } });
    assert.deepEqual(place(`/diffs?diff_id=5&start_sha=${sha}`), { version: { id: 5, startSha: sha } });
    assert.deepEqual(place(`/diffs?start_sha=${sha}`), { version: { startSha: sha } });
    assert.deepEqual(place(`/diffs?commit_id=${sha}&diff_id=5`), { commit: sha });
    assert.deepEqual(place('#note_77'), { note: 77 });
    assert.deepEqual(place('/diffs#note_77'), { note: 77 });
    assert.deepEqual(place('/diffs?diff_id=5#note_77'), { note: 77, version: { id: 5 } });
    for (const rest of [
      '',
      '?diff_id=5',
      '/diffs?diff_id=0',
      '/diffs?diff_id=x',
      '/diffs?commit_id=main',
      '#note_',
      '#note_0',
    ])
      assert.equal(place(rest), undefined, rest);
  });

  it('selects the server with the longest matching base URL', () => {
    const base = (address: string) => {
      const input = read(address);
      return input.kind === 'page' ? [input.base, input.path] : input.kind;
    };
    assert.deepEqual(base('https://work.example.com/gitlab/a/b/-/jobs/1'), [
      'https://work.example.com/gitlab',
      'a/b',
    ]);
    assert.deepEqual(base('https://work.example.com/gitlab/inner/a/b/-/jobs/1'), [
      'https://work.example.com/gitlab/inner',
      'a/b',
    ]);
    assert.equal(base('https://work.example.com/other/b/-/jobs/1'), 'other-server');
  });

  it('distinguishes URLs of other servers from other pages of a known server', () => {
    assert.deepEqual(read('https://elsewhere.example.com/a/b/-/jobs/1'), {
      kind: 'other-server',
      host: 'elsewhere.example.com',
    });
    assert.deepEqual(read('https://git.example.com/acme/front/-/issues/4'), {
      kind: 'other-page',
      host: 'git.example.com',
    });
    // The complete host has to match.
    assert.equal(read('https://git.example.com.evil.example/a/b/-/jobs/1').kind, 'other-server');
    assert.equal(read('https://git.example.com@evil.example/a/b/-/jobs/1').kind, 'other-server');
  });

  it('accepts any text, and finds pages only on known servers', () => {
    const address = fc
      .tuple(
        fc.constantFrom(...BASES, 'https://elsewhere.example.com'),
        fc.array(
          fc.constantFrom('a', '-', 'jobs', 'pipelines', 'merge_requests', '12', '', '%', '%2e', '..'),
        ),
        fc.constantFrom('', '#L1', '#L0', '#x', '?y=1'),
      )
      .map(([base, path, rest]) => `${base}/${path.join('/')}${rest}`);
    fc.assert(
      fc.property(fc.oneof(fc.string(), address), (typed) => {
        const input = read(typed);
        if (input.kind === 'page') {
          assert.ok(BASES.includes(input.base));
          assert.match(input.path, /[^/]\/[^/]|\//);
        }
        if (input.kind === 'number') assert.ok(Number.isSafeInteger(input.id));
      }),
    );
  });
});
