import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Archive, MAX_FILE_BYTES } from '../../../src/app/jobs/archive';
import {
  MAX_ARCHIVE_CHARACTERS,
  MAX_ARCHIVE_ENTRIES,
  MAX_ARCHIVE_FOLDERS,
} from '../../../src/domain/jobs/artifact-tree';
import { ArtifactsUnavailableError, NoSuchArtifactError } from '../../../src/domain/jobs/artifacts';
import { type RawEntry, rawZip } from '../../builders/zip';

const open = (...entries: readonly RawEntry[]): Promise<Archive> => Archive.open(rawZip(entries));
const textOf = async (archive: Archive, path: string): Promise<string> =>
  Buffer.from(await archive.read(path)).toString();
const namesOf = (archive: Archive, folder = ''): string[] =>
  archive.list(folder).items.map(({ name }) => name);

async function failsWith(work: Promise<unknown>, reason: ArtifactsUnavailableError['reason']): Promise<void> {
  await assert.rejects(work, (error) => {
    assert.ok(error instanceof ArtifactsUnavailableError, String(error));
    assert.equal(error.reason, reason);
    return true;
  });
}

describe('archive', () => {
  it('lists its files and decompresses them one at a time', async () => {
    const archive = await open(
      { name: 'a.txt', content: 'stored', stored: true },
      { name: 'folder/ü.txt', content: 'deflated '.repeat(100_000) },
      { name: 'folder/empty', content: '' },
    );
    assert.deepEqual(namesOf(archive), ['folder', 'a.txt']);
    assert.equal(archive.list('folder').items[1]?.size, 900_000);
    assert.equal(await textOf(archive, 'a.txt'), 'stored');
    assert.equal((await archive.read('folder/ü.txt')).length, 900_000);
    assert.equal(await textOf(archive, 'folder/empty'), '');
    assert.equal(await textOf(archive, 'a.txt'), 'stored');
  });

  it('reads ZIP64 fields, and names in the original code page', async () => {
    const archive = await open(
      { name: 'wide.txt', content: 'wide', zip64: true },
      { name: Buffer.from([0x81, 0x2e, 0x74]), content: 'old', flags: 0 },
    );
    assert.equal(await textOf(archive, 'wide.txt'), 'wide');
    assert.equal(await textOf(archive, 'ü.t'), 'old');
  });

  it('hides unsafe entries without affecting the others', async () => {
    const archive = await open(
      { name: '../../outside', content: 'x' },
      { name: '/etc/passwd', content: 'x' },
      { name: String.raw`a\b`, content: 'x' },
      { name: 'link', content: '/etc/passwd', mode: 0o120777 },
      { name: 'same', content: 'first' },
      { name: 'same', content: 'second' },
      { name: 'ok', content: 'fine' },
    );
    assert.deepEqual(namesOf(archive), ['ok', 'same']);
    assert.equal(archive.list('').hidden, 5);
    assert.equal(await textOf(archive, 'same'), 'first');
    assert.equal(await textOf(archive, 'ok'), 'fine');
    for (const path of ['link', '../../outside', '/etc/passwd', String.raw`a\b`])
      await assert.rejects(archive.read(path), NoSuchArtifactError);
  });

  it('never decompresses more than the stated size', async () => {
    const zeros = Buffer.alloc(30_000_000);
    const archive = await open(
      { name: 'bomb', content: zeros, size: 1_000 },
      { name: 'short', content: 'abc', size: 10 },
      { name: 'stored', content: 'abc', size: 2, stored: true },
      { name: 'huge', content: 'abc', size: MAX_FILE_BYTES + 1 },
      { name: 'ok', content: 'fine' },
    );
    for (const name of ['bomb', 'short', 'stored']) await failsWith(archive.read(name), 'file');
    await failsWith(archive.read('huge'), 'file-size');
    assert.equal(await textOf(archive, 'ok'), 'fine');
  });

  it('rejects a file with another checksum, and reads the others', async () => {
    const archive = await open(
      { name: 'changed', content: 'pass', checksum: 1 },
      { name: 'stored', content: '1 bytes', stored: true, checksum: 0xffffffff },
      { name: 'large', content: 'abc'.repeat(100_000) },
    );
    for (const name of ['changed', 'stored']) await failsWith(archive.read(name), 'file');
    assert.equal((await archive.read('large')).length, 300_000);
  });

  it('lists at most 50,000 folders, of which a small archive can have millions', async () => {
    const depth = (index: number) => Array.from({ length: 39 }, (_, level) => `${index}-${level}`).join('/');
    const names = Array.from({ length: 2_000 }, (_, index) => ({ name: `${depth(index)}/f`, stored: true }));
    const { items, cut } = (await open({ name: 'first.txt', content: 'x' }, ...names)).list('');
    assert.equal(cut, true);
    assert.equal(items.at(-1)?.name, 'first.txt');
    assert.equal(items.length, Math.floor(MAX_ARCHIVE_FOLDERS / 39) + 1);
  });

  it('lists at most 10 million characters of paths', async () => {
    const length = 1_000;
    const names = Array.from({ length: MAX_ARCHIVE_CHARACTERS / length + 5 }, (_, index) => ({
      name: String(index).padStart(length, 'n'),
      stored: true,
    }));
    const { items, cut } = (await open(...names)).list('');
    assert.deepEqual([items.length, cut], [MAX_ARCHIVE_CHARACTERS / length, true]);
  });

  it('sorts numbers in names by value, and long names by their first characters', async () => {
    const long = 'n'.repeat(200);
    const names = [`${long}10`, 'f10', `${long}9`, 'f9', 'd/f', long];
    assert.deepEqual(namesOf(await open(...names.map((name) => ({ name })))), [
      'd',
      'f9',
      'f10',
      long,
      `${long}10`,
      `${long}9`,
    ]);
  });

  it('reports the names of encrypted files', async () => {
    await failsWith((await open({ name: 'a', content: 'secret', flags: 0x801 })).read('a'), 'encrypted');
  });

  it('lists at most 100,000 entries', async () => {
    const names = Array.from({ length: MAX_ARCHIVE_ENTRIES + 5 }, (_, index) => ({
      name: `f${index}`,
      stored: true,
    }));
    const { items, cut } = (await open(...names)).list('');
    assert.deepEqual([items.length, cut], [MAX_ARCHIVE_ENTRIES, true]);
  });

  it("rejects bytes that aren't an archive, and damaged archives", async () => {
    const whole = rawZip([{ name: 'a.txt', content: 'some text that is long enough' }]);
    for (const bytes of [Buffer.alloc(0), Buffer.from('<html>'), whole.subarray(0, -10)])
      await failsWith(Archive.open(bytes), 'archive');
  });

  it('ends with content or a documented error for any bytes', async () => {
    const whole = rawZip([
      { name: 'a/b.txt', content: 'text '.repeat(50) },
      { name: 'c', content: 'stored', stored: true },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(255), async (at, value) => {
        const bytes = Buffer.from(whole);
        bytes[at] = value;
        try {
          const archive = await Archive.open(bytes);
          for (const { path, kind } of archive.list('').items) if (kind === 'file') await archive.read(path);
        } catch (error) {
          assert.ok(error instanceof ArtifactsUnavailableError, String(error));
        }
      }),
    );
  });

  it('stops when it is canceled', async () => {
    const archive = await open({ name: 'a', content: Buffer.alloc(5_000_000) });
    const abort = new AbortController();
    abort.abort(new Error('enough'));
    await assert.rejects(archive.read('a', abort.signal), /enough/);
    await assert.rejects(Archive.open(rawZip([{ name: 'a' }]), abort.signal), /enough/);
  });
});
