import type { User } from '../model';
import { commitsBetween, type KnownCommit } from '../repositories/commits';
import type { World } from '../world';
import type { MergeRequest, Version } from './model';
import { addSystemNote } from './system-notes';

const ENTITY: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITY[character] ?? '');
const short = (sha: string): string => sha.slice(0, 8);
const counted = (count: number): string => `${count} ${count === 1 ? 'commit' : 'commits'}`;

/** A push: the versions before and after it, and its commits, oldest first. */
export interface PushFacts {
  readonly before: Version;
  readonly after: Version;
  readonly commits: readonly Pick<KnownCommit, 'sha' | 'title'>[];
  /** Commits from the target branch, for example after a rebase. */
  readonly existing?: readonly Pick<KnownCommit, 'sha'>[];
}

/** Returns the text of the note for a push, with the service's markup. */
export function pushText({ project, iid, targetBranch }: MergeRequest, facts: PushFacts): string {
  const { before, after, commits, existing = [] } = facts;
  const [first] = existing;
  const range =
    existing.length === 1
      ? short(first?.sha ?? '')
      : `${short(before.head)}...${short(existing.at(-1)?.sha ?? '')}`;
  const items = [
    ...(first === undefined
      ? []
      : [`${range} - ${counted(existing.length)} from branch <code>${escaped(targetBranch)}</code>`]),
    ...commits.map(({ sha, title }) => `${short(sha)} - ${escaped(title)}`),
  ];
  const address = `/${project.path}/-/merge_requests/${iid}/diffs?diff_id=${after.id}&start_sha=${before.head}`;
  return [
    `added ${counted(commits.length + existing.length)}`,
    `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`,
    `[Compare with previous version](${address})`,
  ].join('\n\n');
}

/** Adds a note for a push (server-behavior.md#activity). */
export function notePush(
  world: World,
  request: MergeRequest,
  user: User,
  { before, after }: Pick<PushFacts, 'before' | 'after'>,
): void {
  const repository = world.repositories.of(request.project);
  const own = new Set(commitsBetween(repository, after.base, after.head).map(({ sha }) => sha));
  const pushed = commitsBetween(repository, before.head, after.head).reverse();
  if (pushed.length === 0) return;
  const commits = pushed.filter(({ sha }) => own.has(sha));
  const existing = pushed.filter(({ sha }) => !own.has(sha));
  addSystemNote(world, request, {
    author: user,
    body: pushText(request, { before, after, commits, existing }),
  });
}
