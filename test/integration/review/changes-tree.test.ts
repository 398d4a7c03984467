import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Prompts } from '../../../src/ui/shared/editor/prompts';
import { changesInView } from '../helpers/changes-setup';
import { sandbox, until } from '../helpers/harness';
import { ask, STORE } from '../helpers/product';

describe('changes of a merge request in the view', () => {
  const world = changesInView();
  const {
    another,
    git,
    write,
    push,
    tree,
    open,
    allBelow,
    show,
    boxOf,
    row,
    section,
    drawn,
    check,
    progress,
    key,
    newest,
  } = world;
  const ALL = [
    'docs',
    '  deploy.md',
    '  wallet.md',
    'made/by',
    '  machine.ts',
    'src',
    '  cart',
    '    price.ts',
    '  checkout/wallet',
    '    codes',
    '      luhn.ts',
    '    card.ts',
    'Generated',
    '  package-lock.json',
  ];

  it("shows the server's file count first, and loads the files when expanded", async () => {
    await another();
    await sandbox.clearRequests();
    assert.equal(show(await section()).description, '7 files');
    const asked = async () =>
      (await sandbox.requests()).filter(({ path: at }) => /\/(diffs|versions|changes)/.test(at));
    assert.deepEqual(await asked(), []);
    await open(await section());
    const paths = (await asked()).map(
      ({ path: at }) => at.replace(/^.*merge_requests\/\d+\//, '').split('?')[0],
    );
    assert.deepEqual(paths.sort(), ['diffs', 'versions'], 'one page of files, and which versions there are');
    assert.equal(show(await section()).description, '0/7 viewed · +7 −3');
  });

  it('shows files in folders, and generated files in a separate group', async () => {
    assert.deepEqual(await drawn(await section()), ALL);
    const file = await row(await section(), 'src', 'checkout/wallet', 'card.ts');
    assert.deepEqual(file.target, {
      kind: 'change',
      mergeRequest: { base: sandbox.info.url, project: 1, iid: world.iid },
      path: 'src/checkout/wallet/card.ts',
    });
    const shown = show(file);
    assert.equal(shown.accessibleLabel, 'card.ts in src/checkout/wallet, added, 1 line added');
    assert.equal(shown.command?.command, 'switchyard.openFileDiff');
    const item = tree().getTreeItem(file);
    assert.equal(item.resourceUri?.path, `/1!${world.iid}/src/checkout/wallet/card.ts`);
    assert.ok(item.iconPath instanceof vscode.ThemeIcon && item.iconPath.id === vscode.ThemeIcon.File.id);
    assert.equal(
      show(await row(await section(), 'docs', 'deploy.md')).accessibleLabel,
      'deploy.md in docs, deleted, 3 lines removed',
    );
  });

  it('keeps the same rows on refresh', async () => {
    const before = await row(await section(), 'src', 'checkout/wallet', 'codes', 'luhn.ts');
    await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
    assert.equal(await row(await section(), 'src', 'checkout/wallet', 'codes', 'luhn.ts'), before);
  });

  it('shows the changes as a list', async () => {
    await vscode.commands.executeCommand('switchyard.viewChangesAsList');
    const rows = await allBelow(await section());
    assert.deepEqual(
      rows.map((node) => `${show(node).label} ${show(node).description}`),
      [
        'deploy.md docs · −3',
        'wallet.md docs · +1',
        'machine.ts made/by · +1',
        'price.ts src/cart · +2',
        'card.ts src/checkout/wallet · +1',
        'luhn.ts src/checkout/wallet/codes · +1',
        'Generated 1 file · +1',
      ],
    );
  });

  it('applies the setting for generated files', async () => {
    await vscode.workspace
      .getConfiguration('switchyard')
      .update('review.generatedFiles', ['made/', '!*.json'], vscode.ConfigurationTarget.Global);
    await until(
      async () => (await drawn(await section())).slice(-3).join() === 'Generated,  made/by,    machine.ts',
      {
        description: 'the group follows the setting',
      },
    );
  });

  it('marks files as viewed with checkboxes, individually and by folder', async () => {
    const folderRow = await row(await section(), 'src', 'checkout/wallet');
    const file = await row(folderRow, 'card.ts');
    assert.ok(!boxOf(file) && !boxOf(folderRow));
    await check(file, true);
    assert.ok(boxOf(file) && !boxOf(folderRow), 'a folder of which a part is viewed is not ticked');
    assert.equal(await progress(), '1/7 viewed');
    await check(folderRow, true);
    assert.ok(
      boxOf(folderRow) &&
        boxOf(await row(folderRow, 'codes')) &&
        boxOf(await row(folderRow, 'codes', 'luhn.ts')),
    );
    assert.equal(await progress(), '2/7 viewed');
    assert.match(show(file).accessibleLabel, /, viewed$/);
    await check(folderRow, false);
    assert.ok(!boxOf(file));
    await check(await row(await section(), 'Generated'), true);
    assert.equal(await progress(), '1/7 viewed');
    await check(await row(await section(), 'Generated'), false);
  });

  it('marks selected rows or the active diff with commands', async () => {
    const one = await row(await section(), 'docs', 'wallet.md');
    const other = await row(await section(), 'made/by');
    await vscode.commands.executeCommand('switchyard.markViewed', one, [one, other]);
    assert.ok(boxOf(one) && boxOf(other));
    await vscode.commands.executeCommand('switchyard.markNotViewed', other, [one, other]);
    assert.ok(!boxOf(one) && !boxOf(other));
    await vscode.commands.executeCommand('switchyard.openFileDiff', one);
    await vscode.commands.executeCommand('switchyard.markViewed');
    assert.ok(boxOf(one));
    assert.deepEqual(world.it.script.mentioned.slice(-1), ['docs/wallet.md marked as viewed.']);
    await vscode.commands.executeCommand('switchyard.markNotViewed');
    assert.ok(!boxOf(one));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('switchyard.markViewed');
    assert.match(world.it.script.messages.at(-1)?.message ?? '', /^Select files under Changes/);
  });

  it('filters files, and shows the filter as a row until it is cleared', async () => {
    let offered: readonly string[] = [];
    const ticking = (...labels: readonly string[]): Pick<Prompts, 'pickFromGroups'> => ({
      pickFromGroups: (question) => {
        const all = question.groups.flatMap(({ items }) => items);
        offered = all.map(({ label, description = '' }) => `${label} ${description}`.trim());
        return Promise.resolve(all.filter(({ label }) => labels.includes(label)).map(({ value }) => value));
      },
    });
    world.it.script.answer(ticking('.ts'));
    await vscode.commands.executeCommand('switchyard.filterChanges', await section());
    assert.deepEqual(offered, [
      'Unviewed',
      'Path Contains...',
      'Added 5 files',
      'Deleted 1 file',
      'Modified 1 file',
      '.ts 4 files',
      '.md 2 files',
      '.json 1 file',
    ]);
    assert.deepEqual(await drawn(await section()), ['Filtered', ...ALL.slice(3, 12)]);
    const note = await row(await section(), 'Filtered');
    assert.equal(show(note).description, '.ts · 4 of 7');
    world.it.script.answer(ticking('.ts', 'Path Contains...', 'Unviewed'));
    world.it.script.type('wallet codes');
    await vscode.commands.executeCommand('switchyard.filterChanges', note);
    assert.deepEqual(await drawn(await section()), ['Filtered', 'src/checkout/wallet/codes', '  luhn.ts']);
    await check(await row(await section(), 'src/checkout/wallet/codes'), true);
    assert.deepEqual(await drawn(await section()), ['Filtered', 'No matching changes']);
    await vscode.commands.executeCommand('switchyard.clearChangeFilter', await section());
    assert.deepEqual(await drawn(await section()), ALL);
    await check(await row(await section(), 'src', 'checkout/wallet', 'codes'), false);
  });

  it('keeps the viewed state after a rebase, and resets it for changed files', async () => {
    await another();
    for (const name of ['card.ts', 'codes'])
      await check(await row(await section(), 'src', 'checkout/wallet', name), true);
    assert.equal(await progress(), '2/7 viewed');
    const refreshed = async (files: number, viewed: number): Promise<void> => {
      await until(
        async () => {
          await vscode.commands.executeCommand('switchyard.refreshMergeRequests');
          await open(await section());
          return (await progress()) === `${viewed}/${files} viewed`;
        },
        { timeout: 30_000, description: `${viewed} of ${files} are viewed` },
      );
    };
    write({
      'src/checkout/wallet/card.ts': 'export const card = 2;\n',
      'src/checkout/wallet/more.ts': 'export {};\n',
    });
    await push('Pay with a better wallet', '--amend');
    await refreshed(8, 1);
    assert.ok(boxOf(await row(await section(), 'src', 'checkout/wallet', 'codes', 'luhn.ts')));
    assert.ok(!boxOf(await row(await section(), 'src', 'checkout/wallet', 'card.ts')));
    git('rebase', '-q', '--onto', 'origin/main~2', 'origin/main', world.branch);
    git('push', '-q', '--force', 'origin', world.branch);
    await sandbox.advance(10_000);
    await newest();
    assert.ok(boxOf(await row(await section(), 'src', 'checkout/wallet', 'codes', 'luhn.ts')));
  }).timeout(240_000);

  it('shows changes since the last review, and files that were only rebased separately', async () => {
    await another();
    git('rebase', '-q', '--onto', 'origin/main~2', 'origin/main', world.branch);
    git('push', '-q', '--force', 'origin', world.branch);
    await sandbox.advance(10_000);
    await newest();
    const { review } = await world.it.parts.mergeRequestView.load();
    const [last] = await review.changes.versions(key());
    assert.ok(last);
    await review.reviewed.saw(key(), { version: last.id, head: last.head_commit_sha ?? '' });
    git('rebase', '-q', '--onto', 'origin/main', 'origin/main~2', world.branch);
    write({ 'src/checkout/wallet/card.ts': 'export const card = 3;\n' });
    git('rm', '-q', 'made/by/machine.ts');
    await push('Pay with the best wallet', '--amend');
    await newest();
    assert.deepEqual(await drawn(await section()), [
      'Since Last Review',
      'made/by',
      '  machine.ts',
      'src/checkout/wallet',
      '  card.ts',
      'Only Rebased',
      '  src/cart',
      '    price.ts',
    ]);
    const note = show(await row(await section(), 'Since Last Review'));
    assert.match(note.description, /^versions \d → \d/);
    assert.equal(note.command?.command, 'switchyard.compareVersions');
    assert.equal(show(await row(await section(), 'src/checkout/wallet', 'card.ts')).description, 'changed');
    assert.equal(show(await row(await section(), 'made/by', 'machine.ts')).description, 'no longer changed');
    assert.match(show(await section()).description, /^\d\/2 viewed$/);
    review.changes.setRange(key(), { from: undefined, to: undefined });
  }).timeout(240_000);

  it('shows that the server truncates the changes, and loads the rest from the repository on a click', async () => {
    await another();
    const { review } = await world.it.parts.mergeRequestView.load();
    review.changes.setRange(key(), { from: undefined, to: undefined });
    write(
      Object.fromEntries(Array.from({ length: 1_005 }, (_, index) => [`many/${index}.txt`, `${index}\n`])),
    );
    write({ 'docs/large.md': 'A long line of a large file.\n'.repeat(10_000) });
    await push('Add very many files');
    const [latest] = await ask<readonly { id: number }[]>(`${STORE}/merge_requests/${world.iid}/versions`);
    assert.ok(latest);
    review.changes.setRange(key(), undefined);
    await review.reviewed.saw(key(), { version: latest.id, head: '' });
    await newest();
    await until(
      async () => (await open(await section())).some((child) => show(child).label.startsWith('Truncated')),
      {
        timeout: 30_000,
        description: 'the limit is shown',
      },
    );
    assert.match(show(await section()).description, /^1,000\+ files /);
    const limited = await row(await section(), 'Truncated by the server');
    assert.equal(show(limited).description, 'more than 1,000 files');
    assert.equal(show(await row(await section(), 'docs', 'large.md')).description, 'diff too large');
    const command = show(limited).command;
    assert.equal(command?.command, 'switchyard.loadRestOfChanges');
    await vscode.commands.executeCommand('switchyard.loadRestOfChanges', limited);
    assert.match(show(await section()).description, /^\d\/1,01\d viewed /);
    const labels = (await open(await section())).map((child) => show(child).label);
    assert.ok(!labels.some((label) => /^(Truncated|Loading|Couldn't load)/.test(label)), labels.join());
    assert.equal(show(await row(await section(), 'docs', 'large.md')).description, '+10,000');
  }).timeout(240_000);
});
