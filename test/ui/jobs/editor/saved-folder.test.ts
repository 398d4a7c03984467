import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { existingFiles, folderFor } from '../../../../src/ui/jobs/editor/saved-folder';
import { diskProblem } from '../../../../src/ui/shared/commands/disk-problem';

describe('folders into which artifacts are saved', () => {
  let root: string;
  let outside: string;

  beforeEach(async () => {
    [root, outside] = [
      await mkdtemp(path.join(tmpdir(), 'sy-in-')),
      await mkdtemp(path.join(tmpdir(), 'sy-out-')),
    ];
  });
  afterEach(async () => {
    for (const folder of [root, outside]) await rm(folder, { recursive: true, force: true });
  });

  it('are created for a file', async () => {
    assert.equal(await folderFor(root, 'a/b/c.txt'), path.join(root, 'a', 'b', 'c.txt'));
    assert.equal(await folderFor(root, 'a/b/d.txt'), path.join(root, 'a', 'b', 'd.txt'));
    assert.deepEqual(await readdir(path.join(root, 'a')), ['b']);
  });

  it('contain the files that exist', async () => {
    await mkdir(path.join(root, 'a'));
    await writeFile(path.join(root, 'a', 'b.txt'), 'x');
    assert.deepEqual(await existingFiles(root, ['a/b.txt', 'a/c.txt', 'a/b.txt/d', 'e/f.txt']), ['a/b.txt']);
  });

  it('are refused if they are links or files', async () => {
    await symlink(outside, path.join(root, 'link'));
    await writeFile(path.join(root, 'file'), 'x');
    for (const file of ['link/a.txt', 'file/a.txt'])
      await assert.rejects(folderFor(root, file), (error) => {
        assert.equal(diskProblem(error), 'A file or link with the name of a folder already exists.');
        return true;
      });
    assert.deepEqual(await readdir(outside), []);
  });
});
