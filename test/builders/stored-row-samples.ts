import { KeptSearches } from '../../src/app/merge-requests/kept-searches';
import { TreeRowStates } from '../../src/app/shared/tree-row-states';
import type { StoredSample } from './stored-samples';

const sampleOf = (key: 'pipeline-rows' | 'merge-request-rows' | 'error-rows'): StoredSample => ({
  key,
  stored: [
    { id: 'first', state: 'expanded' },
    { id: 'second', state: 'collapsed' },
  ],
  read: (memory) => ['first', 'second'].map((id) => new TreeRowStates(memory, key).expansionOf(id)),
});

const SEARCHES = ['a', 'b'].map((text) => ({
  place: { kind: 'project', base: 'https://gitlab.example.com', project: 2 },
  text,
}));

const searches: StoredSample = {
  key: 'merge-request-searches',
  stored: SEARCHES,
  read: (memory) =>
    SEARCHES.map(({ text }) => new KeptSearches(memory).list().some((each) => each.text === text)),
};

/** Samples of the rows of each view. */
export const ROW_SAMPLES: readonly StoredSample[] = [
  sampleOf('pipeline-rows'),
  sampleOf('merge-request-rows'),
  sampleOf('error-rows'),
  searches,
];
