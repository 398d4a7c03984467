import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { CommandDefinition } from '../../src/manifest/command-definition';
import { COMMAND_DEFINITIONS } from '../../src/manifest/commands';
import { commandNamesSource, generateManifest, generateTexts } from '../../src/manifest/generate';
import { commandsPage, settingsPage } from '../../src/manifest/reference-pages';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const readJson = (name: string): unknown => JSON.parse(read(name));

/** Files that `npm run manifest` generates from their current content. */
const GENERATED: Readonly<Record<string, (content: unknown) => unknown>> = {
  'package.json': generateManifest,
  'package.nls.json': generateTexts,
};

const menuEntrySchema = z.object({ command: z.optional(z.string()), when: z.optional(z.string()) });
type MenuEntry = z.infer<typeof menuEntrySchema>;
const manifestSchema = z.object({
  contributes: z.object({ menus: z.record(z.string(), z.array(menuEntrySchema)) }),
});

describe('generated manifest', () => {
  for (const [name, generate] of Object.entries(GENERATED))
    it(`matches ${name}`, () => {
      const content = readJson(name);
      assert.deepEqual(content, generate(content), 'Run npm run manifest.');
    });

  it('matches the command names in the code', () => {
    const name = 'src/presentation/shared/command-names.ts';
    assert.equal(read(name), commandNamesSource(), 'Run npm run manifest.');
  });

  it('matches the user guide', () => {
    assert.equal(read('docs/user-guide/commands.md'), commandsPage(), 'Run npm run manifest.');
    assert.equal(read('docs/user-guide/settings.md'), settingsPage(), 'Run npm run manifest.');
  });

  it('lists the locations of all commands in menus and submenus', () => {
    const rows = new Map(
      commandsPage()
        .split('\n')
        .map((line) => line.split(' | '))
        .map(([title = '', , places = '']) => [title.replace('| ', ''), places.replace(/ ?\|$/, '')]),
    );
    const unplaced = Object.values<CommandDefinition>(COMMAND_DEFINITIONS).filter(
      ({ title, palette, menus = [] }) => palette !== false && menus.length > 0 && rows.get(title) === '',
    );
    assert.deepEqual(unplaced, []);
    assert.equal(rows.get('Start Timer'), 'context menu of rows');
    assert.equal(rows.get('Create Merge Request...'), 'view title bar, Source Control');
  });

  it('submits a review from the row of the pending comments, and not from threads, which may be of other users', () => {
    const menus = COMMAND_DEFINITIONS.submitReview.menus.map(({ menu }) => menu);
    assert.ok(menus.includes('view/item/context'), menus.join());
    assert.deepEqual(
      menus.filter((menu) => menu.startsWith('comments/')),
      [],
    );
  });

  it('has no condition in which VS Code loses the parentheses', () => {
    // VS Code sorts `in` behind alternatives, and then doesn't distribute them.
    const isLossy = (when: string): boolean => {
      const groups = topLevelParts(when);
      return (
        groups.length > 1 && groups.filter((part) => part.includes(' || ')).length > 1 && / in /.test(when)
      );
    };
    assert.ok(isLossy('(a || b in c) && (d || e)'));
    assert.ok(!isLossy('(a || b in c) && d && !e') && !isLossy('(a || b) && (c || d)'));
    const lossy = Object.entries<CommandDefinition>(COMMAND_DEFINITIONS).flatMap(
      ([name, { keys = [], menus = [] }]) =>
        [...keys, ...menus].flatMap(({ when }) => (isLossy(when) ? [`${name}: ${when}`] : [])),
    );
    assert.deepEqual(lossy, []);
  });

  it('hides commands that write while the token can only read', () => {
    const { contributes } = manifestSchema.parse(readJson('package.json'));
    const { commandPalette = [], ...menus } = contributes.menus;
    const whenOf = (entries: readonly MenuEntry[], name: string): readonly string[] =>
      entries.flatMap(({ command, when }) => (command === `switchyard.${name}` ? [when ?? ''] : []));
    const canWrite = /!switchyard\.readOnly|!\(viewItem =~ \/\\breadOnly\\b\/\)/;
    const isHidden = (name: string): boolean =>
      [
        ...whenOf(commandPalette, name),
        ...Object.values(menus).flatMap((items) => whenOf(items, name)),
      ].every((when) => when === 'false' || canWrite.test(when));
    for (const [name, { writes, worksReadOnly = writes === 'nothing' }] of Object.entries<CommandDefinition>(
      COMMAND_DEFINITIONS,
    ))
      if (!worksReadOnly) assert.ok(isHidden(name), name);
    assert.ok(!isHidden('openLog') && !isHidden('discardComment') && !isHidden('sendTestEvent'));
    assert.deepEqual(whenOf(commandPalette, 'runPipeline'), ['!switchyard.readOnly']);
    assert.match(whenOf(commandPalette, 'attachFiles').join(), /^\(.+\) && !switchyard\.readOnly$/);
    assert.match(whenOf(menus['view/item/context'] ?? [], 'retryJob').join(), /readOnly\\b/);
  });

  it('preserves manually written values', () => {
    const manifest = {
      name: 'other',
      capabilities: { untrustedWorkspaces: { supported: true } },
      contributes: { views: {} },
    };
    const generated = generateManifest(manifest);
    assert.ok(typeof generated === 'object' && generated !== null && 'name' in generated);
    assert.equal(generated.name, 'other');
    assert.deepEqual(generateTexts({ displayName: 'Other', 'command.gone': 'Gone' })['displayName'], 'Other');
    assert.ok(!('command.gone' in generateTexts({ 'command.gone': 'Gone' })));
  });
});

/** Splits a condition at each `&&` outside of parentheses. */
function topLevelParts(when: string): readonly string[] {
  let depth = 0;
  const parts = [''];
  for (const token of when.split(/( && |[()])/)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (token === ' && ' && depth === 0) parts.push('');
    else parts.push(`${parts.pop() ?? ''}${token}`);
  }
  return parts;
}
