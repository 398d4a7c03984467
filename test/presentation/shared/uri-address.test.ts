import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readUriRequest } from '../../../src/presentation/shared/uri-address';

const read = (path: string, given: Record<string, string>) =>
  readUriRequest({ path, query: new URLSearchParams(given).toString() });

describe('an address that another program hands to the editor', () => {
  it('names a page of a server, or a text to look for', () => {
    const address = 'https://git.example.com/acme/front/-/merge_requests/3?tab=a#note_1';
    assert.deepEqual(read('/open', { address }), { kind: 'page', address });
    assert.deepEqual(read('/open/', { address: ` ${address} ` }), { kind: 'page', address });
    assert.deepEqual(read('/find', { text: '!12' }), { kind: 'find', text: '!12' });
  });

  it('asks for nothing where it names no page, or something else than a page', () => {
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

  it('hides nothing from who reads it', () => {
    assert.equal(read('/find', { text: 'a\u202eb' }), undefined);
    assert.equal(read('/find', { text: 'a\nb' }), undefined);
    assert.equal(read('/find', { text: 'a'.repeat(3000) }), undefined);
  });

  it('is read without an error whatever it holds', () => {
    fc.assert(
      fc.property(fc.webPath(), fc.string(), (path, query) => {
        const request = readUriRequest({ path, query });
        assert.ok(request === undefined || path.startsWith('/open') || path.startsWith('/find'));
      }),
    );
  });
});
