import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import * as vscode from 'vscode';
import { sandbox, until } from '../helpers/harness';
import { type Product, signedIn } from '../helpers/product';
import {
  activeTab,
  asked,
  changeOf,
  filesOf,
  mergeRequestOf,
  openDiff,
  pushed,
  read,
  sidesOf,
  tabNamed,
  tidied,
} from '../helpers/review-editor';

const run = vscode.commands.executeCommand;

describe('navigation in the changes of a merge request', () => {
  let extension: Product;
  let tidy: Awaited<ReturnType<typeof tidied>>;
  before(async () => {
    extension = await signedIn();
    await run('switchyard.mergeRequests.focus');
    tidy = await tidied();
  });
  beforeEach(() => sandbox.clearRequests());
  afterEach(async () => {
    await sandbox.clearFaults();
    await run('workbench.action.closeAllEditors');
  });

  const change = (name: string, iid = tidy.iid) => changeOf(name, iid);
  const title = (name: string): string => tidy.title(name);
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/nowhere';

  it('goes to the next file in the order of the rows', async () => {
    const files = await filesOf(tidy.iid);
    await openDiff('docs/addresses.md', tidy.iid);
    await tabNamed(title('addresses.md'));
    const walked = ['addresses.md'];
    for (let at = 1; at < files.length; at++) {
      const before = activeTab()?.label;
      await run('switchyard.nextFile');
      await until(() => activeTab()?.label !== before, { description: `the file after ${before} opens` });
      walked.push(activeTab()?.label.replace(/ \(!.*$/, '') ?? '');
    }
    assert.equal(new Set(walked).size, files.length, walked.join(', '));
    await run('switchyard.nextFile');
    assert.match(extension.script.mentioned.at(-1) ?? '', /^This is the last changed file in !\d+\.$/);
    await run('switchyard.previousFile');
    await tabNamed(title(walked.at(-2) ?? ''));
  });

  it('goes to the next file after the last change', async () => {
    await openDiff('docs/prix à payer.md', tidy.iid);
    await tabNamed(title('prix à payer.md'));
    const before = activeTab()?.label;
    for (let tries = 0; tries < 3 && activeTab()?.label === before; tries++)
      await run('switchyard.nextChange');
    assert.notEqual(activeTab()?.label, before);
    const after = activeTab()?.label;
    for (let tries = 0; tries < 4 && activeTab()?.label === after; tries++)
      await run('switchyard.previousChange');
    await tabNamed(before ?? '');
  });

  it("goes to the next file that isn't viewed", async () => {
    await openDiff('docs/addresses.md', tidy.iid);
    await tabNamed(title('addresses.md'));
    await run('switchyard.nextFile');
    const second = await until(() =>
      activeTab()?.label === title('addresses.md') ? undefined : activeTab()?.label,
    );
    await openDiff('docs/addresses.md', tidy.iid);
    await tabNamed(title('addresses.md'));
    const files = (await filesOf(tidy.iid)).map((file) => file.new_path);
    const nameOf = (label: string): string => label.replace(/ (\(!|↔).*$/, '');
    const viewed = files.find((file) => path.posix.basename(file) === nameOf(second));
    assert.ok(viewed, second);
    await run('switchyard.markViewed', change(viewed));
    await run('switchyard.nextUnviewedFile');
    await until(() => ![title('addresses.md'), second].includes(activeTab()?.label ?? ''));
    for (const file of files) await run('switchyard.markViewed', change(file));
    const heard = extension.script.mentioned.length;
    await run('switchyard.nextUnviewedFile');
    // A message about comments of a diff that was opened before can appear in between.
    const mentioned = extension.script.mentioned.slice(heard);
    assert.ok(mentioned.includes(`All files in !${tidy.iid} are marked as viewed.`), mentioned.join(' | '));
    for (const file of files) await run('switchyard.markNotViewed', change(file));
  });

  it('opens all changes in one editor', async () => {
    const { length } = extension.script.messages;
    await run('switchyard.openAllChanges', mergeRequestOf(tidy.iid));
    await tabNamed(title('Changes'));
    assert.equal(extension.script.messages.length, length);
  });

  it("shows the number of binary files that aren't shown", async () => {
    const iid = await pushed('work/binaries', (write) => {
      write('many/a.txt', 'a\n');
      write('many/b.bin', '\0\0\0');
    });
    await run('switchyard.openAllChanges', mergeRequestOf(iid));
    await tabNamed(`Changes (!${iid} base ↔ version 1) · 1 binary file not shown`);
  });

  it('opens many files in parts, and offers the next part', async () => {
    const iid = await pushed('work/many', (write) => {
      for (let number = 1; number <= 130; number++) write(`many/${number}.txt`, `number ${number}\n`);
      // A Git LFS pointer is text instead of an image.
      write(
        'many/stored.png',
        `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 5\n`,
      );
    });
    const notification = extension.script.nextMessage();
    await run('switchyard.openAllChanges', mergeRequestOf(iid));
    const { message, actions } = await notification;
    assert.equal(message, 'Showing files 1–30 of 131.', 'each side is a request');
    assert.deepEqual(
      actions.map((action) => action.title),
      ['Open Next 30 Files'],
    );
    await tabNamed(`Changes (!${iid} base ↔ version 1) · 1–30 of 131`);
    await actions[0]?.run();
    await tabNamed(`Changes (!${iid} base ↔ version 1) · 31–60 of 131`);
    await openDiff('many/stored.png', iid);
    const [old, now] = sidesOf(await tabNamed(`stored.png (!${iid} base ↔ version 1)`));
    assert.equal(await read(old), '');
    assert.match(await read(now), /^Stored with Git LFS \(5 bytes\)\n/);
  });

  it('opens 100 files at once if the clone has them', async () => {
    const iid = await pushed('work/many-here', (write) => {
      for (let number = 1; number <= 101; number++) write(`many/${number}.txt`, `number ${number}\n`);
    });
    await promisify(execFile)('git', ['-C', root, 'fetch', '--quiet', 'origin', 'work/many-here']);
    const notification = extension.script.nextMessage();
    await run('switchyard.openAllChanges', mergeRequestOf(iid));
    assert.equal((await notification).message, 'Showing files 1–100 of 101.');
    assert.equal((await asked()).length, 0);
  }).timeout(180_000);
});
