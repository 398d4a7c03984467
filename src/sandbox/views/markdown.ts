import MarkdownIt from 'markdown-it';
import { type Call, userOf } from '../http/call';
import { EMOJI } from '../world/merge-requests/emoji';
import { issueOf } from '../world/merge-requests/issues';
import { LABELS } from '../world/merge-requests/labels';
import { MILESTONES } from '../world/merge-requests/milestones';
import type { Project } from '../world/model';
import { USERS } from '../world/people';
import { maySee } from '../world/world';
import { escapeHtml } from './merge-request-parts';

/** HTML in texts is escaped, so that the result contains only the elements of Markdown. */
const parser = new MarkdownIt({ html: false, linkify: true, maxNesting: 40 });
parser.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
// An escaped sign isn't the start of a reference.
parser.inline.ruler.before('escape', 'escaped_sign', (state, silent) => {
  const sign = state.src[state.pos + 1];
  if (state.src[state.pos] !== '\\' || sign === undefined || !'#!@~%:'.includes(sign)) return false;
  if (!silent) state.push('html_inline', '', 0).content = sign;
  state.pos += 2;
  return true;
});

type Token = ReturnType<typeof parser.parse>[number];

/** Location and reader of a text. References to what the user can't see stay text. */
interface Place {
  readonly call: Call;
  readonly project: Project;
}

/** Returns the HTML of a description (server-behavior.md#rendered-html). */
export function descriptionHtml(text: string, place: Place): string {
  const tokens = parser.parse(text, {});
  const lists: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.level === 0 && token.nesting === 1) token.attrSet('dir', 'auto');
    if (token.type.endsWith('_list_open')) lists.push(token);
    else if (token.type.endsWith('_list_close')) lists.pop();
    else if (token.type === 'inline') {
      const [first] = token.children ?? [];
      const box = first === undefined ? '' : checkbox(first, { item: tokens[index - 2], list: lists.at(-1) });
      resolveInline(token.children ?? [], place);
      if (first !== undefined) first.content = `${box}${first.content}`;
    }
  }
  return parser.renderer.render(tokens, parser.options, {}).trimEnd();
}

/** Returns the HTML of a title, in which only references and emoji are rendered. */
export const titleHtml = (title: string, place: Place): string => withReferences(title, place);

const TASK = /^\[([ xX~])\] /;
/** Attributes of checkboxes by the mark of the task. Other marks are those of completed tasks. */
const BOX_ATTRIBUTES: Readonly<Record<string, string>> = { ' ': '', '~': ' data-inapplicable' };

/** Removes the mark of a task from its text and returns its checkbox; empty for other texts. */
function checkbox(
  first: Token,
  { item, list }: { readonly item: Token | undefined; readonly list: Token | undefined },
): string {
  const [mark, state] = first.type === 'text' ? (TASK.exec(first.content) ?? []) : [];
  if (mark === undefined || item?.type !== 'list_item_open') return '';
  first.content = first.content.slice(mark.length);
  item.attrSet('class', state === '~' ? 'task-list-item inapplicable' : 'task-list-item');
  list?.attrSet('class', 'task-list');
  const attributes = BOX_ATTRIBUTES[state ?? ''] ?? ' checked';
  return `<input type="checkbox" class="task-list-item-checkbox"${attributes} disabled> `;
}

/** Resolves references in texts outside of links and code, and the URLs of links and images. */
function resolveInline(tokens: readonly Token[], place: Place): void {
  let links = 0;
  for (const token of tokens) {
    switch (token.type) {
      case 'link_open':
        links++;
        resolveLink(token, place);
        break;
      case 'link_close':
        links--;
        break;
      case 'image':
        token.attrSet('src', addressOf(String(token.attrGet('src')), 'raw', place));
        break;
      case 'text':
        if (links > 0) break;
        token.type = 'html_inline';
        token.content = withReferences(token.content, place);
        break;
    }
  }
}

function resolveLink(token: Token, place: Place): void {
  const address = addressOf(String(token.attrGet('href')), 'blob', place);
  token.attrSet('href', address);
  if (!/^https?:/i.test(address) || address.startsWith(`${place.call.base}/`)) return;
  token.attrSet('rel', 'nofollow noreferrer noopener');
  token.attrSet('target', '_blank');
}

/** Returns the path of a relative link: an upload, or a file on the default branch. */
function addressOf(address: string, kind: 'blob' | 'raw', { call: { base }, project }: Place): string {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|$)/i.test(address)) return address;
  if (address.startsWith('/uploads/')) return `${rootOf(base)}/-/project/${project.id}${address}`;
  // The path never leads above the root of the repository.
  const { pathname, search, hash } = new URL(address.replace(/^\/+/, ''), 'http://repository/');
  return `${rootOf(base)}/${project.path}/-/${kind}/HEAD${pathname}${search}${hash}`;
}

const rootOf = (base: string): string => new URL(base).pathname.replace(/\/$/, '');

const NAME = String.raw`\w(?:[\w.-]{0,98}\w)?`;
/** Lengths are limited, so that matching is fast. */
const REFERENCE = new RegExp(
  String.raw`(?<![\w/&#!@.$%~:-])(?:` +
    [
      String.raw`(?<path>(?:[\w.-]{1,100}\/){1,10}[\w.-]{1,100})?(?<sign>[!#])(?<iid>\d{1,9})(?!\w)`,
      String.raw`@(?<user>${NAME})`,
      String.raw`~(?:"(?<quoted>[^"\n]{1,255})"|(?<label>${NAME}))`,
      String.raw`%(?:"(?<longMilestone>[^"\n]{1,255})"|(?<milestone>${NAME}))`,
      String.raw`:(?<emoji>\w{1,50}):`,
    ].join('|') +
    ')',
  'g',
);
type Groups = Readonly<Record<string, string | undefined>>;

/** Returns the HTML of a text, with links for references. */
function withReferences(text: string, place: Place): string {
  let result = '';
  let from = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const found = referenceOf(match[0], match.groups ?? {}, place);
    if (found === undefined) continue;
    result += escapeHtml(text.slice(from, match.index)) + found;
    from = match.index + match[0].length;
  }
  return result + escapeHtml(text.slice(from));
}

function referenceOf(original: string, groups: Groups, place: Place): string | undefined {
  const { emoji } = groups;
  if (emoji !== undefined)
    return Object.hasOwn(EMOJI, emoji)
      ? `<gl-emoji data-name="${emoji}">${EMOJI[emoji] ?? ''}</gl-emoji>`
      : undefined;
  const found = itemOf(groups, place);
  if (found === undefined) return undefined;
  const { kind, path, title, data, text = original, className = `gfm-${kind}` } = found;
  const attributes: Readonly<Record<string, string | number>> = {
    href: `${rootOf(place.call.base)}/${path}`,
    'data-reference-type': kind,
    'data-original': original,
    ...data,
    class: `gfm ${className}`,
    title,
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(String(value))}"`);
  return `<a ${written.join(' ')}>${escapeHtml(text)}</a>`;
}

/** Target of a reference. `path`: relative to the server. */
interface Item {
  readonly kind: string;
  readonly path: string;
  readonly title: string;
  readonly data: Readonly<Record<string, number>>;
  /** The text of the link. Default: the reference. */
  readonly text?: string;
  readonly className?: string;
}

/** Returns undefined if the item doesn't exist, or the viewer can't see it. */
function itemOf(groups: Groups, { call, project: own }: Place): Item | undefined {
  const { path, sign, iid, user } = groups;
  const project = path === undefined ? own : call.world.project(path);
  if (project === undefined || !maySee(project, userOf(call))) return undefined;
  const data = { 'data-project': project.id };
  if (sign === '!') {
    const request = call.world.mergeRequests.find(project, Number(iid));
    return (
      request && {
        kind: 'merge_request',
        path: `${project.path}/-/merge_requests/${request.iid}`,
        title: request.title,
        data: { ...data, 'data-merge-request': request.id },
      }
    );
  }
  if (sign === '#') {
    const issue = issueOf(project.id, Number(iid));
    return (
      issue && {
        kind: 'issue',
        path: `${project.path}/-/issues/${issue.iid}`,
        title: issue.title,
        data: { ...data, 'data-issue': issue.id },
      }
    );
  }
  return user === undefined ? partOf(groups, project) : userItem(user);
}

function userItem(username: string): Item | undefined {
  const user = Object.values(USERS).find((each) => each.username === username.toLowerCase());
  return (
    user && {
      kind: 'user',
      path: user.username,
      title: user.name,
      data: { 'data-user': user.id },
      className: 'gfm-project_member js-user-link',
    }
  );
}

/** Returns a label or milestone. */
function partOf({ quoted, label, longMilestone, milestone }: Groups, project: Project): Item | undefined {
  const data = { 'data-project': project.id };
  const name = quoted ?? label;
  if (name !== undefined) {
    const found = LABELS.find((each) => each.name === name);
    return (
      found && {
        kind: 'label',
        path: `${project.path}/-/issues?label_name=${encodeURIComponent(name)}`,
        title: found.description ?? '',
        data: { ...data, 'data-label': found.id },
        text: name,
      }
    );
  }
  const title = longMilestone ?? milestone;
  const found = MILESTONES.find((each) => each.project === project.id && each.title === title);
  return (
    found && {
      kind: 'milestone',
      path: `${project.path}/-/milestones/${found.iid}`,
      title: found.title,
      data: { ...data, 'data-milestone': found.id },
    }
  );
}
