// Serves logs of any size from a separate thread, so that it doesn't slow down the measured code. The job ID
// determines the log in `logs`; a message { job, more } appends to a log.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { logs } = workerData;
const text = { 'content-type': 'text/plain' };

const server = createServer((request, response) => {
  const url = request.url ?? '';
  const number = Number(/\/jobs\/(\d+)/.exec(url)?.[1] ?? 0);
  const log = logs[number % logs.length];
  if (/\/trace(?:\?|$)/.test(url)) {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    if (from >= log.bytes.length) response.writeHead(416, text).end();
    else {
      const range = { 'content-range': `bytes ${from}-${log.bytes.length - 1}/${log.bytes.length}` };
      const rest = log.bytes.subarray(from);
      const length = { 'content-length': rest.length };
      response.writeHead(from > 0 ? 206 : 200, { ...text, ...length, ...(from > 0 ? range : {}) });
      response.end(rest);
    }
    return;
  }
  const job = { id: number, name: 'big', stage: 'test', status: log.status };
  const body = number > 0 ? job : { id: 1, username: 'ada', name: 'Ada' };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
});

parentPort.on('message', ({ job, more }) => {
  const log = logs[job % logs.length];
  log.bytes = Buffer.concat([log.bytes, Buffer.from(more)]);
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));
