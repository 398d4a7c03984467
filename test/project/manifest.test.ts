import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { HOSTS } from '../../scripts/lib/host-versions.mjs';
import { READING_SCHEME } from '../../src/presentation/changes/reading-address';
import { REVIEW_SCHEME } from '../../src/presentation/changes/side-address';
import { EDIT_SCHEME } from '../../src/presentation/merge-requests/edit-address';
import { COMMAND } from '../../src/presentation/shared/command-ids';
import { LOG_SCHEME } from '../../src/presentation/shared/document-address';
import {
  BOOLEAN_SETTINGS,
  CHOICES,
  LIST_SETTINGS,
  SECTION,
  SETTINGS,
  TEXTS,
} from '../../src/presentation/shared/settings';
import { COMPARE_SCHEME, HISTORY_SCHEME, SEARCH_SCHEME } from '../../src/presentation/shared/tool-addresses';
import { VIEW } from '../../src/presentation/shared/view-ids';
import { isShown } from '../builders/menu-conditions';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const menuItem = z.looseObject({
  command: z.optional(z.string()),
  submenu: z.optional(z.string()),
  when: z.string(),
  group: z.optional(z.string()),
});
const settingSchema = z.looseObject({
  default: z.union([z.number(), z.boolean(), z.string(), z.array(z.unknown())]),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  enum: z.optional(z.array(z.string())),
  scope: z.string(),
  order: z.number(),
  markdownDescription: z.string(),
});
const manifest = z
  .looseObject({
    engines: z.looseObject({ vscode: z.string() }),
    capabilities: z.looseObject({
      untrustedWorkspaces: z.looseObject({ restrictedConfigurations: z.array(z.string()) }),
    }),
    devDependencies: z.record(z.string(), z.string()),
    activationEvents: z.array(z.string()),
    contributes: z.looseObject({
      commands: z.array(z.looseObject({ command: z.string(), title: z.string(), category: z.string() })),
      views: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
      menus: z.record(z.string(), z.array(menuItem)),
      submenus: z.array(z.looseObject({ id: z.string(), label: z.string() })),
      configuration: z.array(
        z.looseObject({
          title: z.string(),
          order: z.number(),
          properties: z.record(z.string(), settingSchema),
        }),
      ),
    }),
  })
  .parse(JSON.parse(read('package.json')));
const texts = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));
const { commands, configuration, views, menus } = manifest.contributes;
const settings = configuration.flatMap(({ properties }) => Object.entries(properties));
const items = Object.values(menus).flat();

const SCHEMES = [
  EDIT_SCHEME,
  LOG_SCHEME,
  COMPARE_SCHEME,
  SEARCH_SCHEME,
  HISTORY_SCHEME,
  READING_SCHEME,
  REVIEW_SCHEME,
];

/** Panels that are restored after a reload of the window. */
const PANELS = [
  'switchyard.mergeRequest',
  'switchyard.createMergeRequest',
  'switchyard.imageComments',
  'switchyard.query',
];

/** Rows with all possible context values. */
const ROWS = [
  [VIEW.pipelines, 'job.retry.log.web.compare.earlier.erase'],
  [VIEW.pipelines, 'job.play.web.artifacts.keep'],
  [VIEW.pipelines, 'pipeline.retryFailed.cancelAll.web.watchable'],
  [VIEW.pipelines, 'pipeline.retryFailed.web.failedLog.ofRef.canRun'],
  [VIEW.pipelines, 'stage.failedLog.retryAll.playAll'],
  [VIEW.mergeRequests, 'job.cancel.forceCancel.log.web'],
  [VIEW.mergeRequests, 'mergeRequest.opened.can-merge.can-rebase.can-checkOut.can-edit.pinned.web'],
  [VIEW.mergeRequests, 'query.saved'],
  [VIEW.mergeRequests, 'section.changes.filtered'],
  [VIEW.mergeRequests, 'changesFilter'],
  [VIEW.mergeRequests, 'change.modified.unviewed.leftOut'],
  [VIEW.errors, 'errorProject.web.listed.settings'],
  [VIEW.errors, 'trackedError.web'],
  [VIEW.errors, 'pastedTrace'],
] as const;

describe('manifest', () => {
  it('offers commands for lines of a log only if there are lines, in the palette and in menus', () => {
    const [title, palette, context] = ['editor/title', 'commandPalette', 'editor/context'].map(
      (menu) => menus[menu] ?? [],
    );
    const needsLines = (title ?? []).filter(({ when }) => when.includes('switchyard.activeLogLines'));
    const names = needsLines.map(({ command }) => command);
    // Some commands ask for a job or a file if they are run from the palette.
    const elsewhere = [...(palette ?? []), ...(context ?? [])].filter(
      ({ command, when }) => names.includes(command) && when !== 'switchyard.signedIn',
    );
    assert.ok(elsewhere.length > 5);
    for (const { command, when } of elsewhere) assert.match(when, /\bswitchyard\.activeLogLines\b/, command);
  });

  it("lists at most twelve commands in the palette if the user isn't signed in and nothing is open", () => {
    const conditions = new Map(menus['commandPalette']?.map(({ command, when }) => [command, when]));
    const always = commands.map(({ command }) => command).filter((command) => !conditions.has(command));
    assert.ok(always.includes(COMMAND.signIn));
    assert.ok(always.length <= 12, always.join(', '));
    for (const [command, when = ''] of conditions) {
      // Each part requires a context key that is set or has a value.
      for (const part of when.split(' || '))
        assert.match(part.replace(/^\(+/, ''), /^(?:false|!?\w[\w.]*(?: (?:==|=~|in) .+)?)/, command);
    }
  });

  it('lists exactly the commands of the code', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), Object.values(COMMAND).sort());
  });

  it('has the same views and schemes as the code', () => {
    assert.deepEqual(
      Object.values(views)
        .flat()
        .map(({ id }) => id),
      Object.values(VIEW),
    );
    assert.deepEqual(
      manifest.activationEvents,
      [
        'onStartupFinished',
        'onUri',
        `onFileSystem:${EDIT_SCHEME}`,
        `onFileSystem:${REVIEW_SCHEME}`,
        ...PANELS.map((viewType) => `onWebviewPanel:${viewType}`),
      ],
      'views and commands activate by themselves; addresses of other programs and pages of the last session do not',
    );
    for (const { when } of items) {
      for (const [, scheme] of when.matchAll(/resourceScheme == (\S+)/g))
        assert.ok(
          SCHEMES.some((known) => known === scheme),
          scheme,
        );
    }
    for (const { when } of items) {
      for (const [, id] of when.matchAll(/\bview == (\S+)/g))
        assert.ok(Object.values(VIEW).some((view) => view === id));
    }
  });

  it('declares the same settings, defaults, limits, and values as the code', () => {
    const declared = settings.map(([key, one]) => ({
      key,
      default: one.default,
      ...(one.minimum === undefined ? {} : { least: one.minimum, most: one.maximum }),
      ...(one.enum === undefined ? {} : { values: one.enum }),
    }));
    const read = [
      ...Object.values(SETTINGS),
      ...Object.values(BOOLEAN_SETTINGS),
      ...Object.values(CHOICES),
      ...Object.values(TEXTS),
      ...Object.values(LIST_SETTINGS),
    ].map((one) => ({ ...one, key: `${SECTION}.${one.key}` }));
    const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
      a.key.localeCompare(b.key);
    assert.deepEqual(declared.sort(byKey), read.sort(byKey));
  });

  it('restricts workspace settings to trusted workspaces', () => {
    const ofWorkspaces = settings.flatMap(([name, { scope }]) => (scope === 'application' ? [] : [name]));
    const { restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
    assert.deepEqual(restrictedConfigurations.toSorted(), ofWorkspaces.toSorted());
  });

  it('groups the settings under ordered headings', () => {
    assert.deepEqual(
      configuration.map(({ title }) => texts[title.slice(1, -1)]),
      ['Pipelines', 'Job Logs', 'Merge Requests', 'Confirmations', 'Errors', 'Network'],
    );
    const positions = (of: readonly { readonly order: number }[]): readonly number[] =>
      of.map(({ order }) => order);
    const counted = (of: readonly unknown[]): readonly number[] => of.map((_, index) => index + 1);
    assert.deepEqual(positions(configuration), counted(configuration));
    for (const { properties } of configuration)
      assert.deepEqual(positions(Object.values(properties)), counted(Object.values(properties)));
    assert.ok(settings.length <= 40, `${settings.length} settings`);
  });

  it("doesn't let a workspace turn off confirmations or allow deletion", () => {
    const scopeOf = (name: string) => settings.find(([key]) => key === `${SECTION}.${name}`)?.[1].scope;
    for (const { key } of Object.values(BOOLEAN_SETTINGS)) assert.equal(scopeOf(key), 'application', key);
    assert.equal(scopeOf(TEXTS.confirmRunJobPattern.key), 'application');
    assert.equal(
      scopeOf(LIST_SETTINGS.confirmAdditionalRunJobPatterns.key),
      'resource',
      'only adds confirmations',
    );
  });

  it('allows settings for each folder where projects differ', () => {
    const ofFolders = settings.flatMap(([name, { scope }]) => (scope === 'resource' ? [name] : []));
    assert.deepEqual(ofFolders.sort(), [
      'switchyard.confirm.additionalRunJobPatterns',
      'switchyard.notify',
      'switchyard.review.generatedFiles',
    ]);
  });

  it('has a text for each placeholder, and a placeholder for each text', () => {
    const used = new Set([...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name));
    assert.deepEqual([...used].sort(), Object.keys(texts).sort());
  });

  it('uses a placeholder for every text', () => {
    for (const { title, category } of commands) {
      assert.match(title, /^%.+%$/);
      assert.equal(category, '%category%');
    }
  });

  it('has command titles in title case, without the product name, verb first', () => {
    for (const { title } of commands) {
      const text = texts[title.slice(1, -1)] ?? '';
      assert.match(text, /^[A-Z][a-z]+( [A-Z][a-z]+| (in|the|of|to) )*[A-Za-z, -]*(\.\.\.)?$/);
      assert.doesNotMatch(text, /switchyard/i);
    }
  });

  it('uses only defined commands and submenus in menus, and every submenu', () => {
    const { submenus } = manifest.contributes;
    for (const { command, submenu } of items)
      assert.ok(
        submenu === undefined
          ? commands.some((known) => known.command === command)
          : submenus.some(({ id }) => id === submenu),
        command ?? submenu,
      );
    for (const { id } of submenus) {
      assert.ok((menus[id] ?? []).length > 0, `${id} is empty`);
      assert.ok(items.some(({ submenu }) => submenu === id));
    }
  });

  it('shows at most three buttons in any row', () => {
    const inline = menus['view/item/context']?.filter(({ group }) => group?.startsWith('inline')) ?? [];
    for (const [view, contextValue] of ROWS) {
      const shown = inline.filter(({ when }) => isShown(when, view, contextValue));
      assert.ok(shown.length > 0 && shown.length <= 3, `${contextValue}: ${shown.length}`);
    }
  });

  it('uses types of the oldest supported editor', () => {
    const oldest = /\^?(\d+\.\d+)/.exec(manifest.engines.vscode)?.[1];
    assert.ok(oldest !== undefined && manifest.devDependencies['@types/vscode']?.startsWith(`${oldest}.`));
  });

  it('is tested in the oldest supported editor', () => {
    const [, minor] = /^\^1\.(\d+)\.0$/.exec(manifest.engines.vscode) ?? [];
    assert.ok(minor !== undefined, manifest.engines.vscode);
    assert.match(HOSTS.minimum.codeServer, new RegExp(`^4\\.${minor}\\.`));
  });
});
