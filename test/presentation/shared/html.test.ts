import assert from 'node:assert/strict';
import fc from 'fast-check';
import { escapeInvisible } from '../../../src/presentation/shared/escape-invisible';
import { attributes, html, join, noHtml } from '../../../src/presentation/shared/html';

const hostile = fc.string({
  unit: fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '&',
    '=',
    ' ',
    '/',
    '`',
    'a',
    'script',
    'onclick',
    '\n',
    '\u202e',
    '\0',
    ';',
    '-',
  ),
});

/** Decodes entities like a browser. */
const undone = (markup: string): string =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

describe('page markup', () => {
  it('shows any text between tags as text, without a tag', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const inside = html`<p>${text}</p>`.toString().slice(3, -4);
        assert.doesNotMatch(inside, /[<>]/);
        assert.equal(undone(inside), escapeInvisible(text));
      }),
    );
  });

  it('keeps any text inside its attribute', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const quoted = html`<p title="${text}"></p>`.toString();
        const listed = html`<p ${attributes({ title: text })}></p>`.toString();
        for (const markup of [quoted, listed]) assert.match(markup, /^<p +title="[^"<>']*"><\/p>$/);
      }),
    );
  });

  it('keeps form values unchanged', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const value = /value="([^"]*)"/.exec(html`<input value="${text}">`.toString())?.[1] ?? '';
        assert.equal(undone(value), text);
        const area = html`<textarea name="x">${text}</textarea>`.toString().slice(19, -11);
        assert.equal(undone(area), text);
        assert.doesNotMatch(area, /</);
      }),
    );
  });

  it('shows the names of characters that change the text direction', () => {
    assert.equal(
      html`<p title="${'a\u202eb'}">${'c\u2066d'}</p>`.toString(),
      '<p title="a⟨U+202E⟩b">c⟨U+2066⟩d</p>',
    );
  });

  it('keeps ordinary text in any script', () => {
    for (const text of ['Größe', 'שלום', 'مرحبا', '日本語', '👩‍💻', 'a\tb\nc'])
      assert.equal(escapeInvisible(text), text);
  });

  it('inserts markup unchanged, and lists item by item', () => {
    const items = ['<a>', 'b'].map((each) => html`<li>${each}</li>`);
    assert.equal(
      html`<ul>${items}${false}${undefined}${null}${0}</ul>`.toString(),
      '<ul><li>&lt;a&gt;</li><li>b</li>0</ul>',
    );
    assert.equal(join(['a', html`<b>b</b>`], ' · ').toString(), 'a · <b>b</b>');
    assert.equal(noHtml.toString(), '');
  });

  it('omits attributes that are false, and writes those that are true without a value', () => {
    assert.equal(
      html`<input ${attributes({ disabled: true, checked: false, title: undefined })}>`.toString(),
      '<input  disabled>',
    );
  });

  it("rejects templates with a value where it can't be escaped", () => {
    const x = 'x';
    assert.throws(() => html`<p title=${x}></p>`, TypeError);
    assert.throws(() => html`<p title='${x}'></p>`, TypeError);
    assert.throws(() => html`<${x}></p>`, TypeError);
    assert.throws(() => html`<p ${x}></p>`, TypeError);
    assert.throws(() => html`<p title="${html`<b></b>`}"></p>`, TypeError);
    assert.throws(() => html`<p ${html`<b></b>`}></p>`, TypeError);
    assert.throws(() => html`<!-- ${x} -->`, TypeError);
    assert.throws(() => html`<p>${attributes({ title: x })}</p>`, TypeError);
    assert.throws(() => html`<p title="${x}`, TypeError);
  });

  it('rejects scripts, loaded resources, and styles', () => {
    assert.throws(() => html`<script>1</script>`, TypeError);
    assert.throws(() => html`<iframe></iframe>`, TypeError);
    assert.throws(() => html`<p onclick="${'x'}"></p>`, TypeError);
    assert.throws(() => html`<p style="color: red"></p>`, TypeError);
    assert.throws(() => html`<img src="${'x'}">`, TypeError);
    for (const name of ['onclick', 'style', 'src', 'srcdoc', 'formaction', 'x y', 'X', 'a"b'])
      assert.throws(() => attributes({ [name]: 'x' }), TypeError, name);
  });
});
