// Serves a list of `count` open merge requests from a separate thread, so that it doesn't slow down the
// measured code.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { count } = workerData;
const PER_PAGE = 50;
const ada = { id: 1, username: 'ada', name: 'Ada' };

const mergeRequest = (iid) => ({
  ...{ id: 1_000 + iid, iid, project_id: 1, state: 'opened', title: `Change number ${iid} of many` },
  ...{ author: ada, assignees: [ada], reviewers: [], labels: ['bench'], draft: iid % 7 === 0 },
  ...{ source_branch: `change-${iid}`, target_branch: 'main', sha: iid.toString(16).padStart(40, '0') },
  ...{ source_project_id: 1, target_project_id: 1, merge_status: 'can_be_merged', has_conflicts: false },
  ...{
    detailed_merge_status: 'mergeable',
    updated_at: '2026-11-01T10:00:00Z',
    created_at: '2026-10-01T10:00:00Z',
  },
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  const json = (body, headers = {}) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
  if (!url.pathname.endsWith('/merge_requests')) {
    json(url.pathname.endsWith('/user') ? ada : []);
    return;
  }
  const page = Number(url.searchParams.get('page') ?? 1);
  const first = (page - 1) * PER_PAGE;
  const length = Math.max(0, Math.min(PER_PAGE, count - first));
  url.searchParams.set('page', String(page + 1));
  json(
    Array.from({ length }, (_, index) => mergeRequest(count - first - index)),
    { 'x-total': String(count), ...(first + length < count ? { link: `<${url.href}>; rel="next"` } : {}) },
  );
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));
