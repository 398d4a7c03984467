/**
 * A line with an ID that stays the same when its text changes, so that edits can be repeated on another
 * state.
 */
interface Line {
  readonly name: number;
  readonly text: string;
}
interface File {
  readonly mode: '100644' | '100755';
  readonly lines: readonly Line[];
}
/** Files by path. */
type Tree = ReadonlyMap<string, File>;

/** An edit of one file that can be repeated on another state of the file. */
type Act =
  | { readonly do: 'insert'; readonly after: number; readonly lines: readonly Line[] }
  | { readonly do: 'replace'; readonly line: number; readonly text: string }
  | { readonly do: 'remove'; readonly line: number }
  | { readonly do: 'mode'; readonly mode: File['mode'] }
  | { readonly do: 'rename'; readonly to: string }
  | { readonly do: 'delete' }
  | { readonly do: 'create'; readonly file: File };

/** All edits of one file by the author of a merge request. `file` is its number in every version. */
interface Change {
  readonly file: number;
  readonly path: string;
  readonly acts: readonly Act[];
}

/** One file of a version: its old and new path, and its complete text on both sides. */
export interface VersionFile {
  readonly file: number;
  readonly oldPath: string | undefined;
  readonly newPath: string | undefined;
  readonly oldText: string;
  readonly newText: string;
}

/** A version of a merge request: each changed file has a separate commit, in the order of `files`. */
export interface Version {
  readonly base: string;
  readonly head: string;
  readonly files: readonly VersionFile[];
}

export interface History {
  readonly from: Version;
  readonly to: Version;
  /** Whether both versions have the same base commit. */
  readonly sameBase: boolean;
}

/** Pseudorandom numbers that are the same in every run (mulberry32). */
function randomOf(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    below: (count: number): number => Math.floor(next() * count),
    chance: (share: number): boolean => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T,
  };
}

const IDENTIFIERS = ['price', 'cart', 'total', 'round', 'tax', 'order', 'user', 'queue', 'retry', 'limit'];

/**
 * Generates histories: a target branch that may move, and an author who pushes once and then amends, rebases,
 * both, or neither. `write` receives input for `git fast-import`; the commits are `refs/heads/N/…`.
 */
export function generateHistories(
  count: number,
  seed: number,
  write: (text: string) => void,
): readonly History[] {
  const random = randomOf(seed);
  let names = 0;
  const newLine = (file: number): Line => ({
    name: ++names,
    // Lines that occur in every file make the comparison harder.
    text: random.chance(0.25)
      ? random.pick(['', '}', '  return;', 'end'])
      : `  ${random.pick(IDENTIFIERS)}${file} = ${random.pick(IDENTIFIERS)}(${random.below(1000)});`,
  });
  const newLines = (file: number, length: number): Line[] => Array.from({ length }, () => newLine(file));
  const newMode = (): File['mode'] => (random.chance(0.15) ? '100755' : '100644');

  const actOn = (file: number, { lines, mode }: File): Act => {
    const line = lines.length === 0 ? 0 : random.pick(lines).name;
    const kind = random.below(10);
    if (kind < 4) return { do: 'insert', after: line, lines: newLines(file, 1 + random.below(4)) };
    if (kind < 7) return { do: 'replace', line, text: newLine(file).text };
    if (kind < 9) return { do: 'remove', line };
    return { do: 'mode', mode: mode === '100644' ? '100755' : '100644' };
  };
  const someActs = (file: number, state: File, most: number): Act[] =>
    Array.from({ length: 1 + random.below(most) }, () => actOn(file, state));

  let unused = 1000;
  const changeOf = (file: number, path: string, state: File): Change => {
    const kind = random.below(10);
    if (kind === 0) return { file, path, acts: [{ do: 'delete' }] };
    const acts = someActs(file, state, 4);
    if (kind === 1 || kind === 2)
      return { file, path, acts: [...acts.slice(0, 2), { do: 'rename', to: `moved/${path}` }] };
    return { file, path, acts };
  };
  const creation = (): Change => {
    const file = unused++;
    const made: File = { mode: newMode(), lines: newLines(file, random.below(30)) };
    return { file, path: `added/${file}.ts`, acts: [{ do: 'create', file: made }] };
  };
  /** Returns the author's change in the second version. */
  const amended = (change: Change, base: Tree): readonly Change[] => {
    const kind = random.below(6);
    const [first] = change.acts;
    if (kind === 0) return [];
    if (first?.do === 'create') {
      const lines = first.file.lines.flatMap((line) =>
        random.chance(0.1) ? [line, newLine(change.file)] : [line],
      );
      const path = kind === 1 ? `renamed/${change.file}.ts` : change.path;
      return [{ ...change, path, acts: [{ do: 'create', file: { ...first.file, lines } }] }];
    }
    const state = base.get(change.path);
    if (state === undefined || first?.do === 'delete') return [change];
    if (kind === 1) return [{ ...change, acts: change.acts.slice(1) }];
    if (kind === 2)
      return [{ ...change, acts: [...change.acts, { do: 'rename', to: `again/${change.path}` }] }];
    return [{ ...change, acts: [...change.acts, ...someActs(change.file, state, 2)] }];
  };

  const histories: History[] = [];
  for (let index = 0; index < count; index++) {
    const paths = Array.from({ length: 5 + random.below(6) }, (_, file) => `src/${file}.ts`);
    const before: Tree = new Map(
      paths.map((path, file) => [path, { mode: newMode(), lines: newLines(file, 8 + random.below(40)) }]),
    );
    const changes = paths.flatMap((path, file) =>
      random.chance(0.5) ? [changeOf(file, path, before.get(path) as File)] : [],
    );
    while (random.chance(0.4)) changes.push(creation());

    const isRebased = random.chance(0.65);
    const target = !isRebased
      ? []
      : paths.flatMap((path, file): Change[] => {
          const state = before.get(path) as File;
          if (random.chance(0.4)) return [];
          if (random.chance(0.06)) return [{ file, path, acts: [{ do: 'rename', to: `there/${path}` }] }];
          return [{ file, path, acts: someActs(file, state, 3) }];
        });
    const after = target.reduce<Tree>((tree, change) => applied(tree, change).tree, before);
    // If the target branch renames a file, the author's change applies to the new path.
    const followed = changes.map((change) => {
      const gone = target.find(({ path, acts }) => path === change.path && acts[0]?.do === 'rename');
      return gone === undefined ? change : { ...change, path: `there/${change.path}` };
    });
    const isAmended = random.chance(0.7);
    const again = followed.flatMap((change) =>
      isAmended && random.chance(0.35) ? amended(change, after) : [change],
    );
    if (isAmended)
      for (const [file, path] of paths.entries()) {
        const state = after.get(path);
        const isTouched = changes.some((change) => change.file === file);
        if (state !== undefined && !isTouched && random.chance(0.2)) again.push(changeOf(file, path, state));
      }

    const base = `refs/heads/${index}/base`;
    write(commit(base, undefined, 'base', new Map(), before));
    const onto = isRebased ? `refs/heads/${index}/onto` : base;
    if (isRebased) write(commit(onto, base, 'target', before, after));
    histories.push({
      from: version(`refs/heads/${index}/from`, base, before, changes, write),
      to: version(`refs/heads/${index}/to`, onto, after, again, write),
      sameBase: !isRebased,
    });
  }
  return histories;
}

function version(
  head: string,
  base: string,
  tree: Tree,
  changes: readonly Change[],
  write: (text: string) => void,
): Version {
  const files: VersionFile[] = [];
  let now = tree;
  write(`reset ${head}\nfrom ${base}\n\n`);
  for (const change of changes) {
    const { tree: next, path } = applied(now, change);
    const [before, after] = [tree.get(change.path), path === undefined ? undefined : next.get(path)];
    const text = commit(head, head, `file ${change.file}`, now, next);
    if (!text.includes('\nM ') && !text.includes('\nD ')) continue; // Nothing changed.
    write(text);
    now = next;
    files.push({
      file: change.file,
      oldPath: before === undefined ? undefined : change.path,
      newPath: after === undefined ? undefined : path,
      oldText: textOf(before),
      newText: textOf(after),
    });
  }
  return { base, head, files };
}

/** Applies the edits as far as possible: lines that no longer exist are skipped. */
function applied(
  tree: Tree,
  { path: from, acts }: Change,
): { readonly tree: Tree; readonly path: string | undefined } {
  let path: string | undefined = from;
  let file = tree.get(from);
  for (const act of acts) {
    if (act.do === 'create') file = act.file;
    if (file === undefined) break;
    const { lines }: File = file;
    if (act.do === 'insert')
      file = {
        ...file,
        lines: lines.flatMap((line) => (line.name === act.after ? [line, ...act.lines] : [line])),
      };
    if (act.do === 'replace')
      file = {
        ...file,
        lines: lines.map((line) => (line.name === act.line ? { ...line, text: act.text } : line)),
      };
    if (act.do === 'remove') file = { ...file, lines: lines.filter(({ name }) => name !== act.line) };
    if (act.do === 'mode') file = { ...file, mode: act.mode };
    if (act.do === 'rename') path = act.to;
    if (act.do === 'delete') file = path = undefined;
  }
  const next = new Map(tree);
  next.delete(from);
  if (file !== undefined && path !== undefined) next.set(path, file);
  return { tree: next, path };
}

const textOf = (file: File | undefined): string =>
  (file?.lines ?? []).map(({ text }) => `${text}\n`).join('');

function commit(ref: string, parent: string | undefined, subject: string, before: Tree, after: Tree): string {
  const lines = [`commit ${ref}`, 'committer Sam <sam@acme.example> 1700000000 +0000', data(`${subject}\n`)];
  if (parent !== undefined && parent !== ref) lines.push(`from ${parent}`);
  for (const path of before.keys()) if (!after.has(path)) lines.push(`D ${path}`);
  for (const [path, file] of after) {
    const known = before.get(path);
    if (known !== undefined && known.mode === file.mode && textOf(known) === textOf(file)) continue;
    lines.push(`M ${file.mode} inline ${path}`, data(textOf(file)));
  }
  return `${lines.join('\n')}\n\n`;
}

const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}`;
