/**
 * Possible locations of a path in a log below the project folder, best first. All use forward slashes and stay in the
 * folder.
 */
export interface PathGuesses {
  readonly below: readonly string[];
  /** If none of those exists, searched at any depth and used if there is exactly one match. */
  readonly anywhere: string | undefined;
}

/** Build folders of runners: the rest is the path in the repository. */
const BUILD_FOLDERS = [
  /^\/?builds\/[^/]+\/[^/]+\//,
  /^\/(?:app|src|source|workspace|workdir|work|code|project|repo|usr\/src\/app)\//,
  /^\/go\/src\/[^/]+\/[^/]+\/[^/]+\//,
  /^\/go\/src\/[^/]+\//,
  // Typical working directories in container images.
  /^\/(?:var\/www\/html|var\/www|var\/task|srv\/app|srv|opt\/app|usr\/src|home\/node\/app|home\/app|home\/site\/wwwroot|rails|webapp|api|web)\//,
];
const MAX_PATH_LENGTH = 500;
const MAX_GUESSES = 12;

/**
 * Candidates for a path as written by a tool. `project` is its full path on the server, for example
 * `acme/storefront`.
 */
export function guessesFor(written: string, project: string | undefined): PathGuesses {
  const none: PathGuesses = { below: [], anywhere: undefined };
  if (written.length > MAX_PATH_LENGTH || /\p{Cc}/u.test(written)) return none;
  const slashed = written.replaceAll('\\', '/').replace(/^[A-Za-z]:\//, '/');
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  // `..` segments are resolved if possible; those that leave the folder are ignored.
  const steps: string[] = [];
  for (const part of parts) {
    if (part === '..') steps.pop();
    else steps.push(part);
  }
  if (steps.length === 0) return none;
  const path = steps.join('/');
  const absolute = slashed.startsWith('/');
  const guesses: string[] = [];
  const add = (guess: string): void => {
    if (guess !== '' && !guesses.includes(guess) && guesses.length < MAX_GUESSES) guesses.push(guess);
  };
  if (!absolute) add(path);
  const inside = project === undefined ? -1 : `/${path}/`.lastIndexOf(`/${project}/`);
  if (inside !== -1 && project !== undefined) add(path.slice(inside + project.length + 1));
  for (const folder of BUILD_FOLDERS) {
    const rest = `${absolute ? '/' : ''}${path}`.replace(folder, '');
    if (!rest.startsWith('/') && rest !== path) add(rest);
  }
  // The longest existing suffix wins. A bare file name is too ambiguous after folders were removed.
  for (let from = 1; from < steps.length - 1; from++) add(steps.slice(from).join('/'));
  return { below: guesses, anywhere: absolute ? undefined : path };
}
