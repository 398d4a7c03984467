import { locale, t } from '../../../base/localize';
import { attributes, html } from '../../../presentation/shared/html';
import type { PageWord } from '../../../schemas/panel-message';

interface PageFiles {
  /** Returns the URL of a file in `dist/webviews`. */
  readonly fileUrl: (name: string) => string;
  /** The origin of styles, for the content security policy. */
  readonly styleSource: string;
}

/**
 * Returns the HTML document of a panel: the script, the styles, and an empty page, which the script requests.
 * The content security policy allows only these two files and images in data URLs.
 */
export function shell({ fileUrl, styleSource }: PageFiles, kept: unknown): string {
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${styleSource}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<main
      id="page"
      data-kept="${JSON.stringify(kept)}"
      ${attributes(Object.fromEntries(Object.entries(pageTexts()).map(([word, text]) => [`data-word-${word}`, text])))}
    ></main>
    <p id="status-message" role="status"></p>
    <p id="heard" class="visually-hidden" role="status"></p>`;
  return `<!doctype html>
<html lang="${String(html`${locale()}`)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Switchyard</title>
<link rel="stylesheet" href="${fileUrl('panel.css')}">
</head>
<body>
${page.toString()}
<script nonce="${nonce}" src="${fileUrl('panel.js')}"></script>
</body>
</html>`;
}

/** Texts of the script. All other text is rendered by the extension. The script replaces `{0}`. */
const pageTexts = (): Readonly<Record<PageWord, string>> => ({
  remove: t('Remove {0}', '{0}'),
  added: t('{0} added', '{0}'),
  removed: t('{0} removed', '{0}'),
  searching: t('Searching…'),
  nothing: t('No results'),
  found: t('Suggestions: {0}', '{0}'),
  unadded: t('Select one of the suggestions, or clear the field.'),
  working: t('Working…'),
});
