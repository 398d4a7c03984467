import type { Commit } from '../model';
import type { Repository } from './repository';

const FORMAT = '%H%x1f%P%x1f%an%x1f%ae%x1f%at%x1f%B';

/** A commit with its parents. */
export interface KnownCommit extends Commit {
  readonly parents: readonly string[];
}

/** Returns the commits of `head` that aren't in `base`, newest first. */
export function commitsBetween(repository: Repository, base: string, head: string): KnownCommit[] {
  return parse(repository.lasting(['log', '-z', `--format=${FORMAT}`, `${base}..${head}`, '--']).text);
}

/** Returns the commits of a ref, or of all branches and tags, newest first. */
export function commitsOf(repository: Repository, ref: string | undefined): KnownCommit[] {
  const which = ref === undefined ? ['--branches', '--tags'] : [ref];
  return parse(repository.run(['log', '-z', `--format=${FORMAT}`, ...which, '--']).text);
}

export function commitAt(repository: Repository, sha: string): KnownCommit | undefined {
  return parse(repository.lasting(['log', '-z', '-1', `--format=${FORMAT}`, sha, '--']).text)[0];
}

function parse(text: string): KnownCommit[] {
  return text
    .split('\0')
    .filter((one) => one !== '')
    .map((one) => {
      const [sha = '', parents = '', author = '', email = '', at = '', ...rest] = one.split('\u001f');
      const message = rest.join('\u001f');
      return {
        sha,
        parents: parents.split(' ').filter((parent) => parent !== ''),
        author,
        email,
        at: Number(at) * 1000,
        message,
        title: message.split('\n', 1)[0] ?? '',
        branch: '',
      };
    });
}
