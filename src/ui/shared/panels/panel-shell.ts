import { Uri, type Webview } from 'vscode';
import { locale, t } from '../../../base/localize';
import { attributes, html } from '../../../presentation/shared/html';
import type { PageWord } from '../../../schemas/panel-message';

/**
 * Returns the HTML document of a panel: the script, the styles, and an empty page, which the script requests.
 * The content security policy allows only these two files and images in data URLs.
 */
export function shell(webview: Webview, root: Uri, kept: unknown): string {
  const file = (name: string): string =>
    webview.asWebviewUri(Uri.joinPath(root, 'dist/webviews', name)).toString();
  const nonce = crypto.randomUUID();
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${webview.cspSource}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = html`<main
      id="page"
      data-kept="${JSON.stringify(kept)}"
      ${attributes(Object.fromEntries(Object.entries(pageTexts()).map(([word, text]) => [`data-word-${word}`, text])))}
    ></main>
    <p id="said" role="status"></p>
    <p id="heard" class="visually-hidden" role="status"></p>`;
  return `<!doctype html>
<html lang="${String(html`${locale()}`)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Switchyard</title>
<link rel="stylesheet" href="${file('panel.css')}">
</head>
<body>
${page.toString()}
<script nonce="${nonce}" src="${file('panel.js')}"></script>
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
