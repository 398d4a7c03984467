// A server in a separate thread, so that it doesn't affect the measurement. Every request gets the same body.
import { createServer } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const body = Buffer.from(workerData);
const server = createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length }).end(body);
});
server.listen(0, '127.0.0.1', () => {
  parentPort?.postMessage(server.address());
});
