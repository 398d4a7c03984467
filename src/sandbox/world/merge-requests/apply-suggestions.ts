import path from 'node:path';
import type { User } from '../model';
import { blobAt } from '../repositories/blobs';
import { emailOf } from '../repositories/branches';
import type { Repository } from '../repositories/repository';
import type { World } from '../world';
import { branchMoved } from './branch-moved';
import { signatureOf } from './merging';
import { contentWith, type Suggestion } from './suggestions';

const DEFAULT_MESSAGE =
  'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)\n\n%{co_authored_by}';

/**
 * Applies suggestions of one merge request with one commit on the source branch (server-behavior.md#suggestions). The
 * caller has checked that they can be applied.
 */
export function applySuggestions(
  world: World,
  suggestions: readonly [Suggestion, ...Suggestion[]],
  user: User,
  message: string | undefined,
): void {
  const { request } = suggestions[0];
  const { source, sourceBranch } = request;
  const repository = world.repositories.of(source);
  const head = repository.head(sourceBranch) ?? request.head;
  const files = new Map(
    pathsOf(suggestions).map((name) => {
      const now = blobAt(repository, head, name)?.bytes.toString() ?? '';
      const those = suggestions.filter((each) => each.path === name);
      return [name, contentWith(world, those, now)];
    }),
  );
  const authors = authorsOf(suggestions);
  const [only, ...others] = authors;
  const commit = repository.commitTree({
    tree: treeWith(repository, head, files),
    parents: [head],
    message: `${messageOf(suggestions, user, message)}\n`,
    author: signatureOf(only === undefined || others.length > 0 ? user : only, world.time),
    committer: signatureOf(user, world.time),
  });
  repository.setRef(`refs/heads/${sourceBranch}`, commit);
  branchMoved(world, { project: source, branch: sourceBranch, user, from: head });
  for (const { note, index } of suggestions) note.applied.add(index);
}

const pathsOf = (suggestions: readonly Suggestion[]): string[] =>
  [...new Set(suggestions.map((each) => each.path))].sort();

const authorsOf = (suggestions: readonly Suggestion[]): User[] => [
  ...new Set(suggestions.map(({ note }) => note.author)),
];

/** Replaces the placeholders in the given message, or in the default one. */
function messageOf(
  suggestions: readonly [Suggestion, ...Suggestion[]],
  user: User,
  given: string | undefined,
): string {
  const { request } = suggestions[0];
  const paths = pathsOf(suggestions);
  const others = authorsOf(suggestions).filter((author) => author !== user);
  const values: Readonly<Record<string, string>> = {
    branch_name: request.sourceBranch,
    files_count: String(paths.length),
    file_paths: paths.join(', '),
    project_name: request.project.name,
    project_path: path.posix.basename(request.project.path),
    user_full_name: user.name,
    username: user.username,
    suggestions_count: String(suggestions.length),
    co_authored_by: others.map((author) => `Co-authored-by: ${author.name} <${emailOf(author)}>`).join('\n'),
  };
  const template = given === undefined || given.trim() === '' ? DEFAULT_MESSAGE : given;
  return template.replace(/%\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole).trim();
}

/** Writes a tree in which files have other contents. Their modes are kept. */
function treeWith(repository: Repository, head: string, files: ReadonlyMap<string, string>): string {
  const index = { GIT_INDEX_FILE: path.join(repository.folder, 'suggestions.index') };
  repository.read(['read-tree', head], '', index);
  const entries = [...files].map(([name, content]) => {
    const mode = repository.read(['ls-tree', '--full-tree', head, '--', name]).slice(0, 6);
    const blob = repository.read(['hash-object', '-w', '--stdin'], content).trim();
    return `${mode} ${blob}\t${name}\0`;
  });
  repository.read(['update-index', '-z', '--index-info'], entries.join(''), index);
  return repository.read(['write-tree'], '', index).trim();
}
