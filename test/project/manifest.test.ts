import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { LOG_SCHEME } from '../../src/presentation/document-address';
import { COMMAND } from '../../src/presentation/command-ids';
import { COMPARE_SCHEME, HISTORY_SCHEME, SEARCH_SCHEME } from '../../src/presentation/tool-addresses';
import { CHOICES, LISTS, SECTION, SETTINGS, SWITCHES, TEXTS } from '../../src/presentation/setting-ids';
import { VIEW } from '../../src/presentation/view-ids';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const menuItem = z.looseObject({ command: z.string(), when: z.string(), group: z.optional(z.string()) });
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
    devDependencies: z.record(z.string(), z.string()),
    activationEvents: z.array(z.string()),
    contributes: z.looseObject({
      commands: z.array(z.looseObject({ command: z.string(), title: z.string(), category: z.string() })),
      views: z.record(z.string(), z.array(z.looseObject({ id: z.string() }))),
      menus: z.record(z.string(), z.array(menuItem)),
      configuration: z.looseObject({ properties: z.record(z.string(), settingSchema) }),
    }),
  })
  .parse(JSON.parse(read('package.json')));
const texts = z.record(z.string(), z.string()).parse(JSON.parse(read('package.nls.json')));
const { commands, views, menus } = manifest.contributes;
const items = Object.values(menus).flat();

const SCHEMES = [LOG_SCHEME, COMPARE_SCHEME, SEARCH_SCHEME, HISTORY_SCHEME];

/** Panels that are filled again after a reload of the window. */
const PANELS = ['switchyard.mergeRequest'];

describe('the manifest', () => {
  it('lists just the commands that the code has', () => {
    assert.deepEqual(commands.map(({ command }) => command).sort(), Object.values(COMMAND).sort());
  });

  it('names views and schemes as the code does', () => {
    assert.deepEqual(
      Object.values(views)
        .flat()
        .map(({ id }) => id),
      Object.values(VIEW),
    );
    assert.deepEqual(
      manifest.activationEvents,
      ['onUri', ...PANELS.map((viewType) => `onWebviewPanel:${viewType}`)],
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
      for (const [, id] of when.matchAll(/view == (\S+)/g))
        assert.ok(Object.values(VIEW).some((view) => view === id));
    }
  });

  it('describes each setting as the code reads it', () => {
    const declared = Object.entries(manifest.contributes.configuration.properties).map(([key, one]) => ({
      key,
      default: one.default,
      ...(one.minimum === undefined ? {} : { least: one.minimum, most: one.maximum }),
      ...(one.enum === undefined ? {} : { values: one.enum }),
      scope: one.scope,
    }));
    const read = [
      ...Object.values(SETTINGS),
      ...Object.values(SWITCHES),
      ...Object.values(CHOICES),
      ...Object.values(TEXTS),
    ].map((one) => ({ ...one, key: `${SECTION}.${one.key}`, scope: 'application' }));
    const lists = Object.values(LISTS).map((one) => ({
      ...one,
      key: `${SECTION}.${one.key}`,
      scope: 'window',
    }));
    const byKey = (a: { readonly key: string }, b: { readonly key: string }): number =>
      a.key.localeCompare(b.key);
    assert.deepEqual(declared.sort(byKey), [...read, ...lists].sort(byKey));
  });

  it('has a text for each placeholder, and a placeholder for each text', () => {
    const used = new Set([...read('package.json').matchAll(/"%([\w.]+)%"/g)].map(([, name]) => name));
    assert.deepEqual([...used].sort(), Object.keys(texts).sort());
  });

  it('writes every text as a placeholder', () => {
    for (const { title, category } of commands) {
      assert.match(title, /^%.+%$/);
      assert.equal(category, '%category%');
    }
  });

  it('names commands in title case, without the product, verb first', () => {
    for (const { title } of commands) {
      const text = texts[title.slice(1, -1)] ?? '';
      assert.match(text, /^[A-Z][a-z]+( [A-Z][a-z]+| (in|the|of|to) )*[A-Za-z, -]*(\.\.\.)?$/);
      assert.doesNotMatch(text, /switchyard/i);
    }
  });

  it('puts only known commands into menus, at most three inline for any row', () => {
    for (const { command } of items)
      assert.ok(
        commands.some((known) => known.command === command),
        command,
      );
    const inline = menus['view/item/context']?.filter(({ group }) => group?.startsWith('inline')) ?? [];
    const always = inline.filter(({ when }) => !/retry|play|cancel/i.test(when));
    // A row offers one of retry, play and cancel at a time.
    assert.ok(always.length <= 2);
  });

  it('types the editor no newer than the oldest one that it runs in', () => {
    const oldest = /\^?(\d+\.\d+)/.exec(manifest.engines.vscode)?.[1];
    assert.ok(oldest !== undefined && manifest.devDependencies['@types/vscode']?.startsWith(`${oldest}.`));
  });
});
