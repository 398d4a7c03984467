import assert from 'node:assert/strict';
import { listProjectJobs } from '../../src/api/endpoints/jobs';
import { job } from './helpers/builders';
import { clientOf, closeAll, errorOf } from './helpers/client';
import { type Loopback, startServer } from './helpers/loopback';

const args = { id: 1, per_page: 100 } as const;
const MEGABYTE = 1024 * 1024;

describe('large pages of lists', () => {
  afterEach(closeAll);

  /** Starts a server that sends texts as fast as they are read. `onClose` is called when the response is closed. */
  const sending = (texts: Iterable<string>, onClose: () => void = () => undefined): Promise<Loopback> =>
    startServer((_, response) => {
      response.on('close', onClose);
      response.writeHead(200, { 'content-type': 'application/json' });
      const parts = texts[Symbol.iterator]();
      const more = (): void => {
        for (let next = parts.next(); !response.destroyed; next = parts.next()) {
          if (next.done === true) {
            response.end();
            return;
          }
          if (response.write(next.value)) continue;
          response.once('drain', more);
          return;
        }
      };
      more();
    });
  function* list(count: number, bytes = MEGABYTE): Iterable<string> {
    for (let id = 1; id <= count; id++)
      yield `${id === 1 ? '[' : ','}${JSON.stringify(job(id, { name: `"${'é'.repeat(bytes / 2)}` }))}`;
    yield ']';
  }

  it('returns 60 elements of 1 MB', async () => {
    const { url } = await sending(list(60));
    const { items, problems } = await clientOf(url).client.page(listProjectJobs, args);
    assert.deepEqual(
      items.map(({ id }) => id),
      Array.from({ length: 60 }, (_, index) => index + 1),
    );
    assert.ok(items.every(({ name }) => name.length === MEGABYTE / 2 + 1 && name.endsWith('é')));
    assert.deepEqual(problems, []);
  });

  it('reports a malformed element of a large page, and keeps the others', async () => {
    const { url } = await sending(['[{},', ...list(3)].map((text, at) => (at === 1 ? text.slice(1) : text)));
    const { items, problems } = await clientOf(url).client.page(listProjectJobs, args);
    assert.equal(items.length, 3);
    assert.deepEqual(
      problems.map(({ index }) => index),
      [0],
    );
  });

  it('stops reading a list of more than 128 MB', async () => {
    let closed: (() => void) | undefined;
    const close = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await sending(list(1_000), () => closed?.());
    const error = await errorOf(clientOf(url).client.page(listProjectJobs, args), 'schema');
    assert.equal(error.detail, `$: expected at most ${128 * MEGABYTE} bytes`);
    await close;
  });

  it('stops reading another value of more than 32 MB', async () => {
    const { url } = await sending(['{"list":', ...list(40), '}']);
    const error = await errorOf(clientOf(url).client.page(listProjectJobs, args), 'schema');
    assert.equal(error.detail, `$: expected at most ${32 * MEGABYTE} bytes`);
  });

  it('ends the connection when it is canceled', async () => {
    const abort = new AbortController();
    function* texts(): Iterable<string> {
      let sent = 0;
      for (const text of list(1_000)) {
        if (++sent === 5) abort.abort();
        yield text;
      }
    }
    let closed: (() => void) | undefined;
    const close = new Promise<void>((resolve) => (closed = resolve));
    const { url } = await sending(texts(), () => closed?.());
    const { signal } = abort;
    await errorOf(clientOf(url).client.page(listProjectJobs, args, { signal }), 'aborted');
    await close;
  });

  const whole = [...list(3)].join('');
  for (const [name, body, kind] of [
    ['an incomplete list', whole.slice(0, -1), 'not-json'],
    ['two lists', whole + whole, 'not-json'],
    ['a list with two commas', whole.replace('},{', '},,{'), 'not-json'],
    ['an object', `{"list":${whole}}`, 'schema'],
    ['an HTML page', `<html>${'<p>'.repeat(500_000)}`, 'not-json'],
  ] as const)
    it(`reports ${name} as ${kind}`, async () => {
      const { url } = await sending([body]);
      await errorOf(clientOf(url).client.page(listProjectJobs, args), kind);
    });

  it('accepts a byte order mark', async () => {
    const { url } = await sending(['\uFEFF', ...list(3)]);
    assert.equal((await clientOf(url).client.page(listProjectJobs, args)).items.length, 3);
  });
});
