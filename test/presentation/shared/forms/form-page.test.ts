import assert from 'node:assert/strict';
import { type Field, type Form, valuesOf } from '../../../../src/presentation/shared/forms/form-fields';
import { formPage } from '../../../../src/presentation/shared/forms/form-page';
import { panelMessageSchema } from '../../../../src/schemas/panel-message';

const form = (...fields: Field[]): Form => ({
  name: 'query',
  label: 'Saved query',
  sections: [{ title: 'People', folded: true, fields }],
  buttons: [
    { action: 'save', label: 'Save' },
    { action: 'delete', label: 'Delete', style: 'danger' },
  ],
});
const shown = (...fields: Field[]): string => formPage(form(...fields)).toString();

const ALL: Field[] = [
  { kind: 'text', name: 'title', label: 'Title', value: '"<b>' },
  { kind: 'number', name: 'count', label: 'Count', value: '5' },
  { kind: 'date', name: 'after', label: 'After', value: '2026-01-31' },
  { kind: 'textarea', name: 'text', label: 'Text', value: '\nline' },
  {
    kind: 'select',
    name: 'state',
    label: 'State',
    value: 'b',
    options: [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B' },
    ],
  },
  {
    kind: 'radio',
    name: 'how',
    label: 'How',
    value: 'is',
    options: [
      { value: 'no', label: 'no' },
      { value: 'is', label: 'is' },
    ],
  },
  { kind: 'checkbox', name: 'draft', label: 'Draft', value: true },
  { kind: 'list', name: 'labels', label: 'Labels', value: [{ value: '1', label: 'bug' }], most: 3 },
];

describe('panel form', () => {
  it('has a label for every field or a name for its group', () => {
    const markup = shown(...ALL);
    for (const { name, kind } of ALL) {
      if (kind === 'radio')
        assert.match(markup, new RegExp(`role="radiogroup" aria-labelledby="query-${name}-label"`));
      else if (kind === 'checkbox') assert.match(markup, /<label class="tick"\s*><input type="checkbox"/);
      else assert.match(markup, new RegExp(`<label class="label" for="query-${name}"`));
    }
  });

  it('contains the values of its data', () => {
    assert.deepEqual(valuesOf(form(...ALL)), {
      title: '"<b>',
      count: '5',
      after: '2026-01-31',
      text: '\nline',
      state: 'b',
      how: 'is',
      draft: true,
      labels: ['1'],
    });
    const markup = shown(...ALL);
    assert.match(markup, /value="&quot;&lt;b&gt;"/);
    assert.match(markup, /<option value="b"\s+selected>/);
    assert.match(markup, /data-chip="1"/);
  });

  it('keeps the first line break of a text, which browsers remove', () => {
    assert.match(shown(...ALL), />\n\nline<\/textarea>/);
  });

  it('shows an error at its field and expands the section', () => {
    const markup = shown({
      kind: 'text',
      name: 'title',
      label: 'Title',
      value: '',
      error: 'It is empty.',
      hint: 'A name.',
    });
    assert.match(markup, /aria-invalid="true" aria-describedby="query-title-error query-title-hint"/);
    assert.match(markup, /id="query-title-error" data-error-of="title">It is empty\.</);
    assert.match(markup, /<details[^>]* open/);
    assert.doesNotMatch(shown(...ALL), /<details[^>]* open/);
  });

  it('has only its first button as the submit button', () => {
    const markup = shown(...ALL);
    assert.equal(markup.match(/type="submit"/g)?.length, 1);
    assert.match(markup, /type="submit"\s+class="primary"\s+data-act="save"/);
    assert.match(markup, /type="button"\s+class="danger"\s+data-act="delete"/);
  });
});

describe('panel messages', () => {
  const hears = (message: unknown): boolean => panelMessageSchema.safeParse(message).success;

  it('are accepted in their defined shapes', () => {
    assert.ok(hears({ kind: 'ready' }));
    assert.ok(hears({ kind: 'act', action: 'save', form: 'query', values: { a: 'x', b: true, c: ['y'] } }));
    assert.ok(hears({ kind: 'change', form: 'query', values: {} }));
    assert.ok(hears({ kind: 'suggest', form: 'query', field: 'labels', text: 'b', number: 1, values: {} }));
  });

  it('are rejected in other shapes', () => {
    for (const message of [
      undefined,
      'ready',
      { kind: 'render' },
      { kind: 'act' },
      { kind: 'act', action: 5 },
      { kind: 'act', action: 'x'.repeat(201) },
      { kind: 'change', form: 'query', values: { a: { b: 1 } } },
    ])
      assert.ok(!hears(message), JSON.stringify(message));
  });
});
