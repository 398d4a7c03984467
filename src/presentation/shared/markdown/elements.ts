import { t } from '../../../base/localize';
import type { Steps } from '../../../base/slices';
import { escapedSteps, partsToEscape } from '../escape-invisible';
import { attributes, type Html, html } from '../html';
import { type CodeRun, diffLineKind, isDrawn, languageOf } from './code';
import { highlight } from './highlight';
import type { Alert } from './nodes';

/** Returns a label as a chip with its color, as on the service. */
export function labelChip({
  text,
  color,
  description,
}: {
  readonly text: string;
  readonly color?: string | null | undefined;
  readonly description?: string | null | undefined;
}): Html {
  const known = /^#[\da-f]{3,8}$/i.test(color ?? '') ? color : undefined;
  const dot = html`<svg class="dot" viewBox="0 0 10 10" aria-hidden="true"><circle ${attributes({ cx: 5, cy: 5, r: 5, fill: known })}></circle></svg>`;
  return html`<span class="label-chip" ${attributes({ title: description || undefined })}>${known === undefined ? undefined : dot}${text}</span>`;
}

/** Returns a text as HTML, in steps. */
export function* plainSteps(text: string): Steps<Html> {
  const written: Html[] = [];
  for (const part of partsToEscape(text)) {
    written.push(html`${part}`);
    yield;
  }
  return html`${written}`;
}

/** Returns a block of code with a button that copies it as it is shown: with colors, as a diff, or as the source of a drawing with a link to the page. */
export function* codeBlockSteps(
  { text, info }: { readonly text: string; readonly info: string },
  page: string | undefined,
): Steps<Html> {
  const language = languageOf(info);
  const content = yield* contentSteps(text, language);
  const copied = yield* escapedSteps(text.replace(/\n$/, ''));
  // After the block, so that Tab reaches the block first.
  const block = html`<div class="code-block"><pre tabindex="0"><code>${content}</code></pre><button type="button" class="icon-button copy-code" data-act="copy" value="${copied}" title="${t('Copy Code')}" aria-label="${t('Copy Code')}">${COPY}</button></div>`;
  if (!isDrawn(language)) return block;
  const link =
    page === undefined
      ? undefined
      : html` <a href="${page}" title="${page}" data-act="open-link">${t('Open in Browser')}</a>`;
  const name = language === 'math' ? t('Formula') : t('Diagram ({0})', language);
  return html`<div class="drawn"><p class="quiet">${name}${link}</p>${block}</div>`;
}

const COPY = html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
  <path d="M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1"></path>
</svg>`;

function* contentSteps(text: string, language: string): Steps<Html> {
  const isDiff = language === 'diff' || language === 'patch';
  const runs = isDiff ? diffRuns(text) : highlight(text, language)?.map(runOf);
  const written: Html[] = [];
  for (const { text: content, name } of runs ?? [{ text, name: undefined }]) {
    const inside = yield* plainSteps(content);
    written.push(name === undefined ? inside : html`<span class="${name}">${inside}</span>`);
  }
  return html`${written}`;
}

/** A part of code. `name`: the CSS class of its color. */
interface ColoredRun {
  readonly text: string;
  readonly name: string | undefined;
}

const runOf = ({ text, kind }: CodeRun): ColoredRun => ({ text, name: kind && `hl-${kind}` });

/** Maximum number of lines of a diff that are colored. */
const MAX_DIFF_LINES = 5_000;

/** Lines contain their line breaks, so that copied text has them too. Undefined if there are too many lines. */
function diffRuns(text: string): readonly ColoredRun[] | undefined {
  const lines = text.split(/(?<=\n)/, MAX_DIFF_LINES + 1);
  if (lines.length > MAX_DIFF_LINES) return undefined;
  return lines.map((line) => {
    const kind = diffLineKind(line);
    return { text: line, name: kind && `diff-${kind}` };
  });
}

const ALERT_NAMES: Readonly<Record<Alert, () => string>> = {
  note: () => t('Note'),
  tip: () => t('Tip'),
  important: () => t('Important'),
  caution: () => t('Caution'),
  warning: () => t('Warning'),
};

export const alertName = (alert: Alert): string => ALERT_NAMES[alert]();

/** Returns an alert. Its kind is always shown as text, because color alone doesn't distinguish the kinds. */
export function alert(kind: Alert, title: Html, inside: Html): Html {
  const name = alertName(kind);
  const own = title.toString().trim() === '' ? undefined : html`: ${title}`;
  return html`<div class="alert alert-${kind}" role="note"><p class="alert-title" dir="auto">${name}${own}</p>${inside}</div>`;
}

/** Returns the mark of a footnote in the text. The script of the page moves the focus to the footnote. */
export const footnoteMark = (number: number): Html =>
  html`<sup><button type="button" class="link footnote-mark" data-footnote="${number}" aria-label="${t('Footnote {0}', number)}">${number}</button></sup>`;

export const footnote = (number: number, inside: Html): Html =>
  html`<li value="${number}" tabindex="-1" data-footnote-text="${number}">${inside}<button type="button" class="link" data-footnote-back="${number}" aria-label="${t('Back to the text of footnote {0}', number)}">↩</button></li>`;
