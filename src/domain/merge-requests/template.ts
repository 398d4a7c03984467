import { readyTitle } from './draft-title';

/** Where a repository keeps the texts that merge requests begin with. Not stated by the API. */
export const TEMPLATE_FOLDER = '.gitlab/merge_request_templates';
const DEFAULT = 'default';
const MAX_LISTED = 50;

/** A commit as far as texts are made of it; lists are newest first. */
export interface TextCommit {
  readonly subject: string;
  readonly body: string;
}

export interface Beginning {
  readonly title: string;
  readonly description: string;
}

/** Names of templates among the files of their folder, without their ending; the default one first. */
export function templateNames(files: readonly string[]): readonly string[] {
  const names = files.flatMap((file) => /^(.+)\.md$/i.exec(file)?.[1] ?? []);
  const rank = (name: string): number => (isDefaultTemplate(name) ? 0 : 1);
  return names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** The template that is taken by itself, whatever its case. */
export const isDefaultTemplate = (name: string): boolean => name.toLowerCase() === DEFAULT;

/** What a merge request of these commits begins with: one speaks for itself, several are listed below the branch's name. */
export function beginningOf(branch: string, commits: readonly TextCommit[]): Beginning {
  const [only, ...others] = commits;
  if (only === undefined) return { title: readableBranch(branch), description: '' };
  if (others.length === 0) return { title: readyTitle(only.subject), description: only.body };
  return { title: readableBranch(branch), description: listed(commits) };
}

/** `feature/42-price-rounding` as "Price rounding": the last part, without the issue that it begins with. */
export function readableBranch(branch: string): string {
  const last = branch.slice(branch.lastIndexOf('/') + 1);
  const words = last
    .replace(/^#?\d{1,7}[-_]+(?=.)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Subjects as they were written, the oldest first. */
function listed(commits: readonly TextCommit[]): string {
  return commits
    .slice(-MAX_LISTED)
    .reverse()
    .map(({ subject }) => `- ${subject}`)
    .join('\n');
}

interface Facts {
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly commits: readonly TextCommit[];
}

/** Words that real servers replace in a template; not stated by the API. */
const PLACEHOLDERS: Readonly<Record<string, (facts: Facts) => string>> = {
  source_branch: ({ sourceBranch }) => sourceBranch,
  target_branch: ({ targetBranch }) => targetBranch,
  first_commit: ({ commits }) => whole(commits.at(-1)),
  first_multiline_commit: ({ commits }) => whole(commits.findLast(({ body }) => body !== '')),
  all_commits: ({ commits }) => listed(commits),
};

const whole = (commit: TextCommit | undefined): string =>
  commit === undefined ? '' : [commit.subject, commit.body].filter((part) => part !== '').join('\n\n');

/** A template with what is known of the merge request in the place of its placeholders. */
export const filledTemplate = (text: string, facts: Facts): string =>
  text.replace(/%\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? (PLACEHOLDERS[name]?.(facts) ?? all) : all,
  );
