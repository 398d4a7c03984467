import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readUriRequest } from '../../../src/presentation/shared/uri-address';

const read = (path: string, given: Record<string, string>) =>
  readUriRequest({ path, query: new URLSearchParams(given).toString() });

describe('URI from another program', () => {
  it('contains the URL of a page or a text to find', () => {
    const address = 'https://git.example.com/acme/front/-/merge_requests/3?tab=a#note_1';
    assert.deepEqual(read('/open', { address }), { kind: 'page', address });
    assert.deepEqual(read('/open/', { address: ` ${address} ` }), { kind: 'page', address });
    assert.deepEqual(read('/find', { text: '!12' }), { kind: 'find', text: '!12' });
  });

  it('is ignored if it contains no page, or another request', () => {
    for (const address of [
      '',
      'file:///etc/passwd',
      'command:workbench.action.quit',
      'javascript:alert(1)',
      'https://',
    ])
      assert.equal(read('/open', { address }), undefined, address);
    assert.equal(read('/delete', { address: 'https://git.example.com/a/b/-/jobs/1' }), undefined);
    assert.equal(read('/find', {}), undefined);
  });

  it('is rejected with invisible characters or if it is too long', () => {
    assert.equal(read('/find', { text: 'a\u202eb' }), undefined);
    assert.equal(read('/find', { text: 'a\nb' }), undefined);
    assert.equal(read('/find', { text: 'a'.repeat(3000) }), undefined);
  });

  it('is read without an error for any content', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, query) => {
        const request = readUriRequest({ path, query });
        assert.ok(request === undefined || path.startsWith('/open') || path.startsWith('/find'));
      }),
    );
  });
});
