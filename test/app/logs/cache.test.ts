import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LogCache } from '../../../src/app/logs/cache';
import { CachedLogs } from '../../../src/app/logs/cached-logs';
import type { JobKey } from '../../../src/app/shared/keys';
import { Emitter } from '../../../src/base/emitter';
import { jobSchema } from '../../../src/schemas/job';
import { diskFolder } from '../../../src/ui/logs/editor/disk-folder';
import { PassingClock } from '../../api/helpers/clocks';

const BASE = 'https://git.example.com';
const keyOf = (job: number, base = BASE): JobKey => ({ base, project: 7, job });
const jobOf = (id: number) => jobSchema.parse({ id, name: 'unit', stage: 'test', status: 'failed' });

describe('LogCache', () => {
  let parent: string;
  let folder: string;
  let enabled: boolean;
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'sy-logs-'));
    folder = path.join(parent, 'logs');
    enabled = true;
  });
  afterEach(() => {
    rmSync(parent, { recursive: true });
  });

  const cacheOf = (limit?: number) =>
    new LogCache({
      folder: diskFolder(folder),
      clock: new PassingClock(),
      enabled: () => enabled,
      ...(limit === undefined ? {} : { limit }),
    });
  const keep = async (cache: LogCache, key: JobKey, text: string): Promise<void> => {
    const copy = await cache.begin(key);
    await copy?.write(Buffer.from(text));
    await copy?.commit(jobOf(key.job));
  };
  const kept = async (cache: LogCache, key: JobKey, from = 0): Promise<string | undefined> => {
    const log = await cache.find(key);
    if (log === undefined) return undefined;
    const pieces: Uint8Array[] = [];
    try {
      for await (const piece of log.read(from)) pieces.push(piece);
    } finally {
      await log.close();
    }
    return Buffer.concat(pieces).toString();
  };
  const files = (): string[] => readdirSync(folder);
  const only = (): string => path.join(folder, files()[0] ?? '');

  it('returns a job log with its job and the time when it was read, also in another session', async () => {
    await keep(cacheOf(), keyOf(5), 'one\ntwo\n');
    const log = await cacheOf().find(keyOf(5));
    assert.ok(log);
    assert.equal(log.job.status, 'failed');
    assert.equal(log.keptAt, new PassingClock().now());
    await log.close();
    assert.equal(await kept(cacheOf(), keyOf(5)), 'one\ntwo\n');
    assert.equal(await kept(cacheOf(), keyOf(5), 4), 'two\n');
    assert.equal(await kept(cacheOf(), keyOf(6)), undefined);
  });

  it("doesn't store a job log if the account is removed while it is read", async () => {
    const [before, during] = [await cacheOf().begin(keyOf(5)), await cacheOf().begin(keyOf(6))];
    await during?.write(Buffer.from('one\n'));
    enabled = false;
    await before?.commit(jobOf(5));
    await during?.commit(jobOf(6));
    assert.deepEqual(files(), []);
  });

  it('makes files readable only for the user, with names that reveal nothing', async function () {
    await keep(cacheOf(), keyOf(5), 'secret\n');
    assert.doesNotMatch(files().join(), /example|unit|\b5\b|\b7\b/);
    if (process.platform === 'win32') this.skip();
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    assert.equal(statSync(only()).mode & 0o777, 0o600);
  });

  it('returns a job log only once it is complete', async () => {
    const cache = cacheOf();
    const copy = await cache.begin(keyOf(5));
    await copy?.write(Buffer.from('half'));
    assert.equal(await kept(cache, keyOf(5)), undefined);
    await copy?.abort();
    assert.deepEqual(files(), []);
  });

  it('evicts the least recently used job log', async () => {
    const cache = cacheOf(8_000);
    const text = 'x'.repeat(1_500);
    for (let job = 1; job <= 8; job++) {
      await keep(cache, keyOf(job), text);
      if (job > 1) await kept(cache, keyOf(1));
    }
    assert.equal(await kept(cache, keyOf(1)), text);
    assert.equal(await kept(cache, keyOf(2)), undefined);
    assert.equal(await kept(cache, keyOf(8)), text);
    const bytes = files().reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
    assert.ok(bytes <= 8_000, `${bytes} bytes`);
  });

  it("doesn't store a job log that takes too much of the limit", async () => {
    const cache = cacheOf(1_000);
    await keep(cache, keyOf(5), 'x'.repeat(300));
    assert.deepEqual(files(), []);
  });

  it('treats damaged files as missing', async () => {
    const text = 'a line of the log\n'.repeat(20);
    const damages: ((file: string) => void)[] = [
      (file) => {
        truncateSync(file, statSync(file).size - 5);
      },
      (file) => {
        writeFileSync(file, 'nothing of the kind');
      },
      (file) => {
        writeFileSync(file, '');
      },
      (file) => {
        writeFileSync(file, readFileSync(file, 'latin1').replace('"project":7', '"project":8'), 'latin1');
      },
      (file) => {
        writeFileSync(file, readFileSync(file, 'latin1').slice(3), 'latin1');
      },
    ];
    for (const damage of damages) {
      const cache = cacheOf();
      await keep(cache, keyOf(5), text);
      damage(only());
      assert.equal(await kept(cache, keyOf(5)), undefined);
      assert.deepEqual(files(), []);
    }
    const cache = cacheOf();
    await keep(cache, keyOf(5), text);
    writeFileSync(only(), readFileSync(only(), 'latin1').replace('line', 'lime'), 'latin1');
    await assert.rejects(kept(cache, keyOf(5)), { name: 'DamagedLogError' });
  });

  it("doesn't change other files", async () => {
    const cache = cacheOf(4_000);
    await keep(cache, keyOf(5), 'ours');
    writeFileSync(path.join(folder, 'notes.txt'), 'x'.repeat(10_000));
    await keep(cache, keyOf(6), 'ours');
    assert.equal(await kept(cache, keyOf(5)), 'ours');
    assert.ok((await cache.clear()) > 8);
    assert.deepEqual(files(), ['notes.txt']);
  });

  it('neither writes nor reads files if it is disabled', async () => {
    await keep(cacheOf(), keyOf(5), 'one\n');
    enabled = false;
    assert.equal(await kept(cacheOf(), keyOf(5)), undefined);
    assert.equal(await cacheOf().begin(keyOf(6)), undefined);
  });

  it("doesn't store a job log that is removed while it is written", async () => {
    const cache = cacheOf();
    const removals = [() => cache.remove(keyOf(5)), () => cache.removeServer(BASE), () => cache.clear()];
    for (const removed of removals) {
      const copy = await cache.begin(keyOf(5));
      const other = await cache.begin(keyOf(5, 'https://other.example.com'));
      await copy?.write(Buffer.from('one\n'));
      await removed();
      await copy?.write(Buffer.from('two\n'));
      await copy?.commit(jobOf(5));
      await other?.abort();
      assert.deepEqual(files(), []);
    }
  });

  it('removes files that another window has written', async () => {
    const [one, other] = [cacheOf(), cacheOf()];
    await keep(one, keyOf(1), 'one\n');
    await one.remove(keyOf(9));
    await keep(other, keyOf(5), 'five\n');
    await one.remove(keyOf(5));
    assert.equal(await kept(other, keyOf(5)), undefined);
    assert.equal(await kept(one, keyOf(1)), 'one\n');
  });

  it('removes job logs when the job is erased, when the account changes, and when the setting is turned off', async () => {
    const cache = cacheOf();
    const changed = new Emitter<string>();
    const other = 'https://other.example.com';
    let people = [
      { base: BASE, username: 'ada', source: 'stored' as const },
      { base: other, username: 'ada', source: 'stored' as const },
    ];
    const erased: number[] = [];
    const logs = new CachedLogs({
      cache,
      accounts: { list: () => people, onDidChange: changed.event },
      onErased: ({ job }) => erased.push(job),
    });
    for (const job of [1, 2]) for (const base of [BASE, other]) await keep(cache, keyOf(job, base), 'text');

    logs.jobsSeen({ base: BASE, project: 7 }, [
      { id: 1, erased_at: '2026-11-05T12:00:00Z' },
      { id: 2, erased_at: null },
    ]);
    await logs.settled();
    assert.deepEqual(erased, [1]);
    assert.equal(await kept(cache, keyOf(1)), undefined);
    assert.equal(await kept(cache, keyOf(2)), 'text');

    people = people.filter(({ base }) => base !== BASE);
    changed.fire(BASE);
    await logs.settled();
    assert.equal(await kept(cache, keyOf(2)), undefined);
    assert.equal(await kept(cache, keyOf(2, other)), 'text');

    people = [{ base: other, username: 'grace', source: 'stored' as const }];
    changed.fire(other);
    await logs.settled();
    assert.deepEqual(files(), []);

    await keep(cache, keyOf(3, other), 'text');
    changed.fire(other);
    await logs.settled();
    assert.equal(await kept(cache, keyOf(3, other)), 'text', 'the same person with another token');
    await cache.clear();

    await keep(cache, keyOf(1, other), 'text');
    logs.switchedOff();
    await logs.settled();
    assert.deepEqual(files(), []);
  });
});
