/** Returns a job as sent by a server, with only the required fields. */
export function job(id: number, changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    name: `job-${id}`,
    stage: 'test',
    status: 'success',
    ref: 'main',
    tag: false,
    coverage: null,
    created_at: '2026-11-05T10:00:00.000Z',
    web_url: `https://host.example/acme/storefront/-/jobs/${id}`,
    ...changes,
  };
}

export function jobs(count: number, from = 1): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => job(from + index));
}

/** Returns a merge request as sent by a server, with few optional fields. */
export function mergeRequest(
  iid: number,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    id: 1000 + iid,
    iid,
    project_id: 1,
    title: `Change ${iid}`,
    description: null,
    state: 'opened',
    created_at: '2026-11-05T10:00:00.000Z',
    updated_at: '2026-11-05T11:00:00.000Z',
    web_url: `https://host.example/acme/storefront/-/merge_requests/${iid}`,
    ...changes,
  };
}
