import assert from 'node:assert/strict';
import { readPageLink } from '../../../src/domain/navigation/page-link';

const BASES = ['https://git.example.com', 'https://work.example.com:8443/gitlab'];
const shop = { base: 'https://git.example.com', path: 'acme/shop' };
const read = (path: string) => readPageLink(`https://git.example.com/acme/shop${path}`, BASES);

describe('link to a page of a server', () => {
  it('recognizes merge requests with a comment, pipelines, and jobs with a line', () => {
    assert.deepEqual(read('/-/merge_requests/5#note_123'), {
      ...{ ...shop, kind: 'page' },
      page: { what: 'merge-request', iid: 5, place: { note: 123 } },
    });
    assert.deepEqual(read('/-/pipelines/7'), { ...shop, kind: 'page', page: { what: 'pipeline', id: 7 } });
    assert.deepEqual(read('/-/jobs/8#L5'), { ...shop, kind: 'page', page: { what: 'job', id: 8, line: 5 } });
  });

  it('recognizes commits, and files on the default branch with a line', () => {
    assert.deepEqual(read('/-/commit/1a2b3c4d'), { ...shop, kind: 'commit', sha: '1a2b3c4d' });
    assert.deepEqual(read('/-/blob/HEAD/src/a%20b.ts?plain=1#L3-7'), {
      ...{ ...shop, kind: 'file' },
      ...{ file: 'src/a b.ts', line: 3 },
    });
    assert.equal(read('/-/blob/v1.0/src/a.ts'), undefined);
  });

  it('recognizes a server on a sub-path', () => {
    const link = readPageLink('https://work.example.com:8443/gitlab/a/b/-/merge_requests/1', BASES);
    assert.deepEqual([link?.base, link?.path], [BASES[1], 'a/b']);
  });

  it('rejects other pages of the server', () => {
    for (const path of [
      '',
      '/-/issues/3',
      '/-/jobs/8/artifacts/browse',
      '/-/pipelines/7/test_report',
      '/-/blob/main/jobs/8',
      '/-/commit/main',
    ])
      assert.equal(read(path), undefined, path);
  });

  it('rejects similar hosts, other ports and schemes, user names, encoded slashes, and other sub-paths', () => {
    for (const server of [
      'http://git.example.com/acme/shop',
      'https://git.example.com:444/acme/shop',
      'https://git.example.com.evil.example/acme/shop',
      'https://evil.example/git.example.com/acme/shop',
      'https://git.example.com@evil.example/acme/shop',
      'https://user@git.example.com/acme/shop',
      'https://git.examp1e.com/acme/shop',
      'https://git.example.com/acme%2fshop',
      'https://git.example.com/acme%5cshop',
      'https://work.example.com:8443/acme/shop',
      'https://work.example.com:8443/gitlab%2facme/shop',
      'https://work.example.com:8443/gitlab/../acme/shop',
      'https://work.example.com:8443/gitlab2/acme/shop',
    ])
      assert.equal(readPageLink(`${server}/-/merge_requests/1`, BASES), undefined, server);
    assert.equal(readPageLink('mailto:a@git.example.com', BASES), undefined);
    assert.equal(readPageLink('!5', BASES), undefined);
  });
});
