import type * as suggestions from '../../../src/api/endpoints/suggestions';
import { read } from './beyond-row';
import type { Row } from './row';

// Source: public documentation of GitLab REST v4.
const put = { ...read, method: 'PUT' } as const;

/** Rows of the additional endpoints for suggestions, whose paths don't contain a project. */
export const SUGGESTION_ROWS: Readonly<Record<keyof typeof suggestions, Row>> = {
  applySuggestion: {
    ...put,
    path: '/suggestions/:id/apply',
    body: ['commit_message'],
    usedBy: { commands: ['applySuggestion', 'applySuggestionBatch'] },
  },
  applySuggestions: {
    ...put,
    path: '/suggestions/batch_apply',
    body: ['ids', 'commit_message'],
    usedBy: { commands: ['applySuggestionBatch'] },
  },
};
