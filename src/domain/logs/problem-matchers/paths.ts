/** Where a path of a log may lie below the folder of its project, best first. All with forward slashes, none leads out of it. */
export interface PathGuesses {
  readonly below: readonly string[];
  /** To be looked for at any depth where none of those exists, and taken where there is just one. */
  readonly anywhere: string | undefined;
}

/** Folders that a build runs in: what follows is the path in the repository. */
const BUILD_FOLDERS = [
  /^\/?builds\/[^/]+\/[^/]+\//,
  /^\/(?:app|src|source|workspace|workdir|work|code|project|repo|usr\/src\/app)\//,
  /^\/go\/src\/[^/]+\/[^/]+\/[^/]+\//,
  /^\/go\/src\/[^/]+\//,
  // Where images of programs put them to run.
  /^\/(?:var\/www\/html|var\/www|var\/task|srv\/app|srv|opt\/app|usr\/src|home\/node\/app|home\/app|home\/site\/wwwroot|rails|webapp|api|web)\//,
];
const MAX_PATH_LENGTH = 500;
const MAX_GUESSES = 12;

/** Guesses for a path as a tool wrote it. `project` is its full path on the server, such as `acme/storefront`. */
export function guessesFor(written: string, project: string | undefined): PathGuesses {
  const none: PathGuesses = { below: [], anywhere: undefined };
  if (written.length > MAX_PATH_LENGTH || /\p{Cc}/u.test(written)) return none;
  const slashed = written.replaceAll('\\', '/').replace(/^[A-Za-z]:\//, '/');
  const parts = slashed.split('/').filter((part) => part !== '' && part !== '.');
  // Steps up are taken where they can be; one that leads out of the folder counts as no step.
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
  // The longest end that exists wins. A bare name says too little once folders were taken away.
  for (let from = 1; from < steps.length - 1; from++) add(steps.slice(from).join('/'));
  return { below: guesses, anywhere: absolute ? undefined : path };
}
