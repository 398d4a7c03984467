import { mergeRequestActions } from '../../src/domain/merge-requests/rules';
import type { MergeRequestPageModel } from '../../src/presentation/merge-request-page/model';
import { mergeRequestPageBody } from '../../src/presentation/merge-request-page/page';
import { html } from '../../src/presentation/shared/html';
import { mergeRequestSchema } from '../../src/schemas/merge-request';

const NOW = Date.parse('2026-11-05T12:00:00Z');

export const model = (
  facts: Readonly<Record<string, unknown>> = {},
  rest: Partial<MergeRequestPageModel> = {},
): MergeRequestPageModel => {
  const mergeRequest = mergeRequestSchema.parse({
    id: 1,
    iid: 42,
    project_id: 1,
    title: 'Add price rounding',
    state: 'opened',
    sha: 'a'.repeat(40),
    source_branch: 'rounding',
    target_branch: 'main',
    detailed_merge_status: 'mergeable',
    created_at: '2026-11-01T12:00:00Z',
    web_url: 'https://git.example.com/acme/front/-/merge_requests/42',
    ...facts,
  });
  const actions = mergeRequestActions(mergeRequest);
  return {
    base: 'https://git.example.com',
    mergeRequest,
    parts: {},
    discussions: {
      known: undefined,
      errorMessage: undefined,
      unsent: [],
      settling: [],
      write: (text) => html`${text}`,
    },
    actions,
    doing: undefined,
    errorMessage: undefined,
    now: NOW,
    ...rest,
  };
};

export const page = (...given: Parameters<typeof model>): string =>
  mergeRequestPageBody(model(...given), undefined).toString();
