import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { allowedAgentsSchema } from '../../src/schemas/allowed-agents';
import { artifactEntrySchema } from '../../src/schemas/artifact';
import { bridgeSchema } from '../../src/schemas/job';
import { pipelineDetailSchema } from '../../src/schemas/pipeline';

const read = (name: string): string => readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8');
const sections = new Map(
  read('docs/api-attributes.md')
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', rowsOf(section)]),
);

/** Returns the first two cells of the rows of a table. */
function rowsOf(section: string): readonly (readonly [attributes: string, where: string])[] {
  return [...section.matchAll(/^\| (`.*?) *\| (.*?) *\|$/gm)].map(([, first = '', second = '']) => [
    first,
    second,
  ]);
}

/** Returns the schema inside optional values, lists, and transformations. */
function withoutWrappers(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod;
  if (def.type === 'object') return schema;
  const inner: unknown = Object.entries(def).find(([name]) => /^(innerType|in|element)$/.test(name))?.[1];
  return inner instanceof z.core.$ZodType ? withoutWrappers(inner) : schema;
}

/** Returns the keys of a schema; those of embedded objects follow the key of the object. */
function keysOf(schema: z.core.$ZodType): readonly string[] {
  const object = withoutWrappers(schema);
  if (!(object instanceof z.core.$ZodObject)) return [];
  return Object.entries<z.core.$ZodType>(object._zod.def.shape).flatMap(([key, value]) => {
    const below = keysOf(value);
    return below.length === 0 ? [key] : below.map((each) => `${key}.${each}`);
  });
}

describe('docs/api-attributes.md', () => {
  for (const [section, schema] of [
    ['Jobs and trigger jobs', bridgeSchema],
    ['Pipelines', pipelineDetailSchema],
    ['Files of artifacts', artifactEntrySchema],
    ['Agents of a job token', allowedAgentsSchema],
  ] as const)
    it(`lists each attribute that is read once: ${section}`, () => {
      const listed = (sections.get(section) ?? []).flatMap(([attributes]) =>
        [...attributes.matchAll(/`([\w.]+)`/g)].map(([, name]) => name ?? ''),
      );
      const keys = keysOf(schema);
      assert.ok(keys.length > 0);
      assert.deepEqual(
        keys.filter((key) => !listed.includes(key)),
        [],
      );
      assert.equal(new Set(listed).size, listed.length, 'no attribute has two rows');
    });

  it('finds the keys of embedded objects and lists', () => {
    const keys = keysOf(bridgeSchema);
    for (const key of ['artifacts.file_type', 'runner_manager.ip_address', 'user.username', 'tag_list'])
      assert.ok(keys.includes(key), key);
  });

  it('names only labels and commands that exist, or gives a reason', () => {
    const texts = new Set([
      ...Object.keys(JSON.parse(read('l10n/bundle.l10n.json')) as Record<string, string>),
      ...Object.values(JSON.parse(read('package.nls.json')) as Record<string, string>),
    ]);
    const rows = [...sections.values()].flat();
    assert.ok(rows.length > 80);
    for (const [attributes, where] of rows) {
      assert.match(
        where,
        /^Not shown: .{15}|^(?:Row|Tooltip|Summary|Job token|First lines|Line|One line|Title|[*_])/,
      );
      for (const [, label, command] of where.matchAll(/_([A-Z][A-Za-z -]*)_|\*\*(.+?)\*\*/g)) {
        const text = label ?? command ?? '';
        assert.ok(texts.has(text), `${attributes}: ${text}`);
      }
    }
  });
});
