import assert from 'node:assert/strict';
import {
  markdown,
  type MarkdownPlaces,
  type ToggledTasks,
} from '../../../../src/presentation/shared/markdown/markdown';

export const PLACES: MarkdownPlaces = {
  base: 'https://git.example',
  project: 'https://git.example/acme/shop',
  mergeRequest: (iid, project) => `https://git.example/${project ?? 'acme/shop'}/-/merge_requests/${iid}`,
  issue: (iid) => (iid === 404 ? undefined : `https://git.example/acme/shop/-/issues/${iid}`),
  user: (name) => `https://git.example/${name}`,
  commit: (sha, project) => `https://git.example/${project ?? 'acme/shop'}/-/commit/${sha}`,
  snippet: (id) => `https://git.example/acme/shop/-/snippets/${id}`,
  epic: (iid) => `https://git.example/groups/acme/-/epics/${iid}`,
  milestone: (title) => (title === '1.0' ? 'https://git.example/acme/shop/-/milestones/1' : undefined),
  label: (name) => (name === 'nothing' ? undefined : { color: '#ff0000', address: 'https://git.example/l' }),
  page: 'https://git.example/acme/shop/-/merge_requests/7',
};
/** Every checkbox can be changed. */
export const TASKS: ToggledTasks = { owner: { kind: 'note', note: 3, discussion: 'd' }, pending: [2] };
export const shown = (text: string, tasks?: ToggledTasks): string => {
  const markup = markdown(text, PLACES, tasks).toString();
  return markup.replace(/^<div class="markdown" dir="auto">/, '').replace(/<\/div>$/, '');
};
export const linksOf = (markup: string): string[] =>
  [...markup.matchAll(/(?<=\s)href="([^"]*)"/g)].map(([, href]) => href ?? '');

/** Every allowed tag with every allowed attribute. */
const ALLOWED =
  /^<\/?(?:p|em|strong|s|blockquote|ul|ol|li|table|thead|tbody|tr|th|td|h[3-6]|dl|dt|dd|details|summary|kbd|sub|sup|del|ins|br|hr|code|pre|div|a|span|button|input|svg|circle|path)(?: {1,2}(?:id|class|dir|tabindex|role|href|title|data-act|data-alt|data-footnote|data-footnote-text|data-footnote-back|type|value|aria-label|aria-hidden|aria-busy|aria-disabled|start|colspan|rowspan|data-width|data-height|viewBox|cx|cy|r|fill|d)="[^"<>]*"| +disabled| +open| +checked| +data-keeps| +data-loads)*\s*>$/;

export function assertSafe(markup: string): void {
  for (const [tag] of markup.matchAll(/<[^>]*>/g)) assert.match(tag, ALLOWED);
  for (const link of linksOf(markup)) assert.match(link, /^(https?:\/\/|mailto:)/);
  assert.doesNotMatch(markup, /[\u202a-\u202e\u2066-\u2069]/);
}

/** Asserts that tags are opened and closed in the right order. */
export function assertBalanced(markup: string): void {
  const open: string[] = [];
  for (const [, slash, name = ''] of markup.matchAll(/<(\/?)([a-z0-9]+)[^>]*>/g)) {
    if (['br', 'hr', 'input'].includes(name)) continue;
    if (slash === '') open.push(name);
    else assert.equal(open.pop(), name);
  }
  assert.deepEqual(open, []);
}
