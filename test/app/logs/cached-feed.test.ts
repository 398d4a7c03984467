import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogCache } from '../../../src/app/logs/cache';
import { LogFeed } from '../../../src/app/logs/feed';
import type { LogState } from '../../../src/app/logs/state';
import { diskFolder } from '../../../src/ui/logs/editor/disk-folder';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock } from '../../api/helpers/clocks';
import { sendJson, sendText, startServer } from '../../api/helpers/loopback';

const notices = { before: () => '', between: () => '' };

describe('feed of a cached job log', () => {
  let folder: string;
  let clock: ManualClock;
  let cache: LogCache;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sy-kept-'));
    clock = new ManualClock();
    cache = new LogCache({ folder: diskFolder(folder), clock, enabled: () => true });
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await closeAll();
  });

  interface Job {
    status: string;
    refuses?: number;
    erased_at?: string;
  }
  async function serve(job: Job, log = 'one\ntwo\n') {
    const server = await startServer((request, response) => {
      if (job.refuses !== undefined) sendJson(response, { message: 'refused' }, job.refuses);
      else if (/\/trace(?:\?|$)/.test(request.url)) sendText(response, log);
      else sendJson(response, { id: 5, name: 'unit', stage: 'test', ...job });
    });
    const { client } = clientOf(server.url);
    /** Opens an editor for the job log, and returns its feed once the state matches. */
    const read = async (
      fits: (state: LogState) => boolean,
      act = (feed: LogFeed): void => void (feed.attention = 'watched'),
    ) => {
      const deps = { client, clock, notices, largest: () => 1_000_000, cache };
      const feed = new LogFeed({ base: server.url, project: 1, job: 5 }, deps);
      await new Promise<void>((resolve) => {
        feed.onDidUpdate(({ state }) => {
          if (fits(state)) resolve();
        });
        act(feed);
      });
      const poke = feed.state;
      return { feed, state: poke };
    };
    const traces = (): number => server.requests.filter(({ url }) => /\/trace(?:\?|$)/.test(url)).length;
    return { server, read, traces };
  }
  const complete = (state: LogState): boolean => state.kind === 'lines' && state.complete;
  const untilKept = async (): Promise<void> => {
    while (!readdirSync(folder).some((name) => name.endsWith('.log')))
      await new Promise((resolve) => setImmediate(resolve));
  };

  it("doesn't read the job log from the server again", async () => {
    const { read, traces } = await serve({ status: 'failed' });
    await read(complete);
    await untilKept();
    const { feed, state } = await read(complete);
    assert.equal(feed.trace.text(), 'one\ntwo');
    assert.ok(state.kind === 'lines' && state.kept !== undefined);
    assert.equal(traces(), 1);
  });

  it("shows the cached job log without the server, and reports that it couldn't be checked", async () => {
    const { server, read } = await serve({ status: 'failed' });
    await read(complete);
    await untilKept();
    await server.close();
    const { feed } = await read((state) => state.kind === 'lines' && state.kept?.unchecked !== undefined);
    assert.equal(feed.trace.text(), 'one\ntwo');
  });

  it('keeps the cached job log if reading it again fails', async () => {
    const { server, read } = await serve({ status: 'failed' });
    await read(complete);
    await untilKept();
    await server.close();
    const { feed } = await read(
      (state) => state.kind === 'lines' && state.kept?.unchecked !== undefined,
      (one) => {
        one.restart();
      },
    );
    assert.equal(feed.trace.text(), 'one\ntwo');
  });

  it('removes the cached job log after it was erased or access was denied', async () => {
    const responses: readonly [Partial<Job>, LogState['kind']][] = [
      [{ erased_at: '2026-11-05T12:00:00Z' }, 'erased'],
      [{ refuses: 403 }, 'failed'],
      [{ refuses: 404 }, 'failed'],
    ];
    for (const [change, kind] of responses) {
      const job: Job = { status: 'failed' };
      const { read } = await serve(job);
      await read(complete);
      await untilKept();
      Object.assign(job, change);
      const { feed } = await read((state) => state.kind === kind);
      assert.equal(feed.trace.lineCount, 0);
      assert.deepEqual(readdirSync(folder), []);
    }
  });

  it('stores nothing for a running job', async () => {
    const { read } = await serve({ status: 'running' });
    const { feed } = await read(complete);
    feed.dispose();
    while (readdirSync(folder).length > 0) await new Promise((resolve) => setImmediate(resolve));
  });
});
