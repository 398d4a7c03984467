/** Thrown where git could not do something. `words` are git's own, in the language of the person's git, no secret inside. */
export class GitFailed extends Error {
  override readonly name = 'GitFailed';
  readonly output: string;

  constructor(words: string, cause?: unknown) {
    super(`git: ${words}`, { cause });
    this.output = words;
  }
}

/** Thrown before git is run for a name that it would not take, or take for something else. */
export class UnsafeGitName extends Error {
  override readonly name = 'UnsafeGitName';
  readonly refused: string;

  constructor(refused: string) {
    super('a name that git would not take, or take for something else');
    this.refused = refused;
  }
}

const MAX_LINES = 3;

/** What git wrote to its error stream, as far as it says why: no progress, no hints, no user or password of an address. */
export function gitMessage(said: string): string {
  const lines = said
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(hint|remote: *$|From |To )/.test(line));
  const why = lines.filter((line) => /^(fatal|error|remote): /i.test(line));
  return (
    (why.length > 0 ? why : lines)
      .slice(-MAX_LINES)
      .map((line) => line.replace(/^(fatal|error): /i, ''))
      .join(' ')
      // A scheme is short: without that, each letter of a long word would be tried as its beginning to the end.
      .replace(/(?<![a-z+.-])([a-z][a-z+.-]{0,20}:\/\/)[^\s/]*@/gi, '$1')
  );
}
