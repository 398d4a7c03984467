// Serves one merge request with many changed files from a separate thread, so that it doesn't slow down the
// measured code.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * `pages`: the response bodies of the pages of its diff; `detail`: the response body of the merge request.
 */
const { pages, detail } = workerData;
const json = { 'content-type': 'application/json' };

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`);
  if (url.pathname.endsWith('/versions')) response.writeHead(200, json).end('[]');
  else if (!url.pathname.endsWith('/diffs')) response.writeHead(200, json).end(detail);
  else {
    const page = Number(url.searchParams.get('page') ?? 1);
    url.searchParams.set('page', String(page + 1));
    const link = page < pages.length ? { link: `<${url.href}>; rel="next"` } : {};
    response.writeHead(200, { ...json, ...link }).end(pages[page - 1]);
  }
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));
