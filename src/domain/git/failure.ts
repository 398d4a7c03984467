/** Thrown if git failed. `output` is git's message in the user's language, without secrets. */
export class GitFailedError extends Error {
  override readonly name = 'GitFailedError';
  readonly output: string;

  constructor(output: string, cause?: unknown) {
    super(`git: ${output}`, { cause });
    this.output = output;
  }
}

/** The commit of a stash, and its name in the list of stashes. */
export interface Stash {
  readonly sha: string;
  readonly name: string;
}

/** Thrown if git failed after it stashed the user's changes, and they couldn't be restored. */
export class ChangesStashedError extends GitFailedError {
  readonly stash: Stash;

  constructor(output: string, stash: Stash, cause?: unknown) {
    super(output, cause);
    this.stash = stash;
  }
}

/** Thrown instead of running git. `output` is a sentence in the user's language. */
export class GitNotRunError extends GitFailedError {}

/** Thrown if the clone doesn't have a ref or commit although it was fetched. */
export class NotFetchedError extends GitFailedError {
  readonly ref: string;
  readonly remote: string;

  constructor(ref: string, remote: string) {
    super(`${remote} ${ref}`);
    this.ref = ref;
    this.remote = remote;
  }
}

/** Thrown before git is run for a name that git would reject or misinterpret. */
export class UnsafeGitNameError extends Error {
  override readonly name = 'UnsafeGitNameError';
  readonly refused: string;

  constructor(refused: string) {
    super('a name that git would not take, or take for something else');
    this.refused = refused;
  }
}

const MAX_LINES = 3;

/** The part of git's error output that states the reason: no progress, no hints, no credentials in URLs. */
export function gitMessage(output: string): string {
  const lines = output
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(hint|remote: *$|From |To )/.test(line));
  const why = lines.filter((line) => /^(fatal|error|remote): /i.test(line));
  return (
    (why.length > 0 ? why : lines)
      .slice(-MAX_LINES)
      .map((line) => line.replace(/^(fatal|error): /i, ''))
      .join(' ')
      // Limits the length of a scheme. Otherwise, each letter of a long word would be tried as its beginning.
      .replace(/(?<![a-z+.-])([a-z][a-z+.-]{0,20}:\/\/)[^\s/]*@/gi, '$1')
  );
}
