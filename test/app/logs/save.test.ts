import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { PlainTextLog } from '../../../src/app/logs/plain-text';
import { type LogFormat, savedName, saveLog } from '../../../src/app/logs/save';
import { LogParser } from '../../../src/domain/logs/parser';
import { fileWriter } from '../../../src/ui/logs/editor/file-writer';
import { clientOf, closeAll, errorOf } from '../../api/helpers/client';
import { sendText, startServer } from '../../api/helpers/loopback';

const RAW = 'section_start:1:a\r\u001b[0K\u001b[32mgreen\u001b[0m\n 10%\r 20%\r\nlast';

describe('saveLog', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sy-save-'));
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true });
    await closeAll();
  });

  const save = (
    url: string,
    format: LogFormat,
    signal = new AbortController().signal,
    onProgress = (): void => undefined,
  ) =>
    saveLog({
      key: { base: url, project: 1, job: 5 },
      format,
      client: clientOf(url).client,
      create: () => fileWriter(path.join(folder, 'saved.log'), 0o666),
      onProgress,
      signal,
    });
  const saved = (): string => readFileSync(path.join(folder, 'saved.log'), 'utf8');

  it('writes the bytes of the server or the readable text', async () => {
    const server = await startServer((_request, response) => {
      sendText(response, RAW);
    });
    assert.equal(await save(server.url, 'raw'), RAW.length);
    assert.equal(saved(), RAW);
    await save(server.url, 'clean');
    assert.equal(saved(), 'green\n 20%\nlast\n');
  });

  it('leaves no partial file after an error or a cancellation, and keeps an existing one', async () => {
    const server = await startServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-length': '1000' });
      response.write('the beginning\n');
      if (server.requests.length === 1) setImmediate(() => response.destroy());
    });
    writeFileSync(path.join(folder, 'saved.log'), 'older');
    await errorOf(save(server.url, 'raw'), 'network');
    const stop = new AbortController();
    await errorOf(
      save(server.url, 'raw', stop.signal, () => {
        stop.abort();
      }),
      'aborted',
    );
    assert.deepEqual(readdirSync(folder), ['saved.log']);
    assert.equal(saved(), 'older');
  });

  it('returns the same readable lines for chunks of any size', () => {
    const line = (index: number): string =>
      `2026-11-05T12:00:00.${String(index % 1_000_000).padStart(6, '0')}Z 00O${index % 3 === 2 ? '+' : ' '}\u001b[3${index % 8}mrow ${index} ${'x'.repeat(index % 90)}\u001b[0m\n`;
    const raw = Buffer.from(Array.from({ length: 110_000 }, (_, index) => line(index)).join(''));
    const parser = new LogParser();
    parser.push(raw);
    parser.end();
    const expected = `${parser.text()}\n`;
    assert.ok(raw.length > 9_000_000);
    fc.assert(
      fc.property(fc.integer({ min: 5_000, max: 200_000 }), (piece) => {
        const clean = new PlainTextLog();
        let text = '';
        for (let at = 0; at < raw.length; at += piece) text += clean.push(raw.subarray(at, at + piece));
        text += clean.end();
        assert.ok(text === expected);
      }),
      { numRuns: 5 },
    );
  }).timeout(30_000);

  it('proposes a valid file name with the name and the ID of the job', () => {
    assert.equal(savedName('unit-tests', 5012, 'clean'), 'unit-tests-5012.log');
    assert.equal(savedName('build: [linux, 1/2]', 7, 'raw'), 'build-linux-1-2-7.raw.log');
    assert.equal(savedName('../..', 7, 'clean'), 'job-7.log');
  });
});
