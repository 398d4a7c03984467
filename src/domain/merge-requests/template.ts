import { readyTitle } from './draft-title';

/** Folder of merge request templates in a repository. Not specified by the API documentation. */
export const TEMPLATE_FOLDER = '.gitlab/merge_request_templates';
const DEFAULT = 'default';
const MAX_LISTED = 50;

/** The parts of a commit that are used in titles and descriptions. Lists are sorted newest first. */
export interface TextCommit {
  readonly subject: string;
  readonly body: string;
}

export interface InitialTexts {
  readonly title: string;
  readonly description: string;
}

/**
 * Returns the names of the templates in a list of file names, without the extension. The default template is
 * first.
 */
export function templateNames(files: readonly string[]): readonly string[] {
  const names = files.flatMap((file) => /^(.+)\.md$/i.exec(file)?.[1] ?? []);
  const rank = (name: string): number => (isDefaultTemplate(name) ? 0 : 1);
  return names.sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/** True for the template that is used by default, in any case. */
export const isDefaultTemplate = (name: string): boolean => name.toLowerCase() === DEFAULT;

/**
 * Returns the initial title and description. A single commit supplies both; several commits are listed in the
 * description, and the title is derived from the branch name.
 */
export function initialTexts(branch: string, commits: readonly TextCommit[]): InitialTexts {
  const [only, ...others] = commits;
  if (only === undefined) return { title: readableBranch(branch), description: '' };
  if (others.length === 0) return { title: readyTitle(only.subject), description: only.body };
  return { title: readableBranch(branch), description: listed(commits) };
}

/**
 * Converts `feature/42-price-rounding` to "Price rounding": the last path segment, without a leading issue
 * number.
 */
export function readableBranch(branch: string): string {
  const last = branch.slice(branch.lastIndexOf('/') + 1);
  const title = last
    .replace(/^#?\d{1,7}[-_]+(?=.)/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** Lists the subjects, oldest first. */
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

/** Placeholders that real servers replace in templates; not specified by the API documentation. */
const PLACEHOLDERS: Readonly<Record<string, (facts: Facts) => string>> = {
  source_branch: ({ sourceBranch }) => sourceBranch,
  target_branch: ({ targetBranch }) => targetBranch,
  first_commit: ({ commits }) => whole(commits.at(-1)),
  first_multiline_commit: ({ commits }) => whole(commits.findLast(({ body }) => body !== '')),
  all_commits: ({ commits }) => listed(commits),
};

const whole = (commit: TextCommit | undefined): string =>
  commit === undefined ? '' : [commit.subject, commit.body].filter((part) => part !== '').join('\n\n');

/** Replaces the placeholders of a template. */
export const filledTemplate = (text: string, facts: Facts): string =>
  text.replace(/%\{(\w+)\}/g, (all, name: string) =>
    Object.hasOwn(PLACEHOLDERS, name) ? (PLACEHOLDERS[name]?.(facts) ?? all) : all,
  );
