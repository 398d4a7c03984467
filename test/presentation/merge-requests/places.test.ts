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

describe('references in merge request texts', () => {
  it('link to the project that they name', () => {
    assert.deepEqual(links('acme/payments#12, acme/tools/cli!4'), [
      'acme/payments/-/issues/12',
      'acme/tools/cli/-/merge_requests/4',
    ]);
  });

  it('link to commits of the project that they name, also in the same namespace', () => {
    assert.deepEqual(
      links('cli@1a2b3c4d, acme/tools/cli@1a2b3c4d..5e6f7a8b, and api@1a2b3c4d5e6f7a8b...5e6f7a8b'),
      [
        'acme/cli/-/commit/1a2b3c4d',
        'acme/tools/cli/-/compare/1a2b3c4d..5e6f7a8b',
        'acme/api/-/compare/1a2b3c4d5e6f7a8b...5e6f7a8b',
      ],
    );
    const places = mergeRequestPlaces('https://git.example.com', undefined);
    assert.equal(places.commit?.('1a2b3c4d', 'cli'), undefined);
  });

  it('stay text in addresses and versions', () => {
    assert.deepEqual(links('ada@feed1234.example left-pad@20240101 bee@deadbeef x@1a2b3c4d-rc'), []);
  });

  it('link to labels and milestones of the project, and to groups, commits, and snippets', () => {
    const base = 'https://git.example.com/tools';
    const places = mergeRequestPlaces(base, `${base}/acme/storefront/-/merge_requests/12`, {
      labels: [{ name: 'Bug', color: '#ff0000' }],
      milestones: [
        { title: 'v1.3', iid: 3 },
        { title: 'v1.4', web_url: `${base}/acme/-/milestones/9` },
      ],
    });
    assert.deepEqual(
      [
        places.label?.('bug')?.address,
        places.label?.('other')?.address,
        places.milestone?.('v1.3'),
        places.milestone?.('3'),
        places.milestone?.('v1.4'),
        places.milestone?.('v2'),
        places.epic?.(5, undefined),
        places.epic?.(5, 'other'),
        places.commits?.('1a2b3c4..5a2b3c4', undefined),
        places.snippet?.(7, 'acme/payments'),
      ].map((address) => address?.replace(`${base}/`, '')),
      [
        'acme/storefront/-/merge_requests?label_name%5B%5D=Bug',
        undefined,
        'acme/storefront/-/milestones/3',
        'acme/storefront/-/milestones/3',
        'acme/-/milestones/9',
        undefined,
        'groups/acme/-/epics/5',
        'groups/other/-/epics/5',
        'acme/storefront/-/compare/1a2b3c4..5a2b3c4',
        'acme/payments/-/snippets/7',
      ],
    );
  });

  it('stay text if the project is unknown', () => {
    const places = mergeRequestPlaces('https://git.example.com', undefined);
    assert.equal(places.issue?.(1, undefined), undefined);
    assert.equal(places.issue?.(1, 'acme/shop'), 'https://git.example.com/acme/shop/-/issues/1');
  });

  it("link to the merge request's project if they name none", () => {
    assert.deepEqual(links('#12 and !4'), [
      'acme/storefront/-/issues/12',
      'acme/storefront/-/merge_requests/4',
    ]);
  });
});
