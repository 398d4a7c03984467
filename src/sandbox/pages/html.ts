/** Escapes text for use in an element or a quoted attribute. */
function escape(text: string | number): string {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** HTML markup. Only created by `markup`, which escapes all other values. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A template that escapes its values, except markup and lists of markup. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Markup | readonly Markup[])[]
): Markup {
  return new Markup(parts.map((part, index) => part + textOf(values[index])).join(''));
}

function textOf(value: string | number | Markup | readonly Markup[] | undefined): string {
  if (value === undefined) return '';
  if (value instanceof Markup) return value.text;
  if (typeof value === 'string' || typeof value === 'number') return escape(value);
  return value.map(({ text }) => text).join('');
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
a{color:#1f6feb}table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #ddd}
code,pre{font:14px/1.45 ui-monospace,monospace;background:#f5f5f5;padding:.1rem .3rem;overflow-x:auto}pre{padding:1rem}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1c1c}a{color:#6cb6ff}td,th{border-color:#444}code,pre{background:#2a2a2a}}`;

export function page(title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title} · Sandbox</title><style>${new Markup(STYLE)}</style></head>
<body><h1>${title}</h1>
${body}
</body></html>
`.text;
}
