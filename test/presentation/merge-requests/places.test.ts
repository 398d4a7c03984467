import assert from 'node:assert/strict';
import { mergeRequestPlaces } from '../../../src/presentation/merge-requests/places';
import { markdown } from '../../../src/presentation/shared/markdown/markdown';

const links = (text: string, base = 'https://git.example.com/tools'): readonly string[] => {
  const places = mergeRequestPlaces(base, `${base}/acme/storefront/-/merge_requests/12`);
  return [
    ...markdown(text, places)
      .toString()
      .matchAll(/href="([^"]*)"/g),
  ].map(([, address]) => (address ?? '').replace(`${base}/`, ''));
};

describe('references in the texts of a merge request', () => {
  it('lead to the project that they name', () => {
    assert.deepEqual(links('acme/payments#12, acme/tools/cli!4'), [
      'acme/payments/-/issues/12',
      'acme/tools/cli/-/merge_requests/4',
    ]);
  });

  it('lead to the project of the merge request where they name none', () => {
    assert.deepEqual(links('#12 and !4'), [
      'acme/storefront/-/issues/12',
      'acme/storefront/-/merge_requests/4',
    ]);
  });
});
