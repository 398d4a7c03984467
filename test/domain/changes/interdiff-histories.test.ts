import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { interdiff, type InterdiffFile } from '../../../src/domain/changes/interdiff';
import { readPatch } from '../../../src/domain/changes/patch-reader';
import { rebasedText } from '../../../src/domain/changes/rebased';
import { fuzzRuns, sampleOf } from '../../fuzz-runs';
import { generateHistories, type History, type Version } from './generated-histories';

const HISTORIES = 200;
/** The number of histories with each of our results that are compared with `git range-diff`. */
const OF_EACH_COMPARISON = fuzzRuns(HISTORIES, 6);
/** The minimum number of files with each result of Git. */
const OF_EACH_RESULT = fuzzRuns(40, 4);

const run = promisify(execFile);
const env = { ...process.env, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull };

/** The results of `git range-diff` for a file. */
type GitComparison = 'unchanged' | 'changed' | 'new' | 'gone';
const GIT_COMPARISONS: Record<InterdiffFile['comparison'], GitComparison> = {
  same: 'unchanged',
  rebased: 'unchanged',
  changed: 'changed',
  unsure: 'changed',
  new: 'new',
  gone: 'gone',
};

describe(`comparisons of the files of ${HISTORIES} generated histories`, function () {
  this.timeout(120_000);
  let folder = '';
  let histories: readonly History[] = [];
  /** Those that are compared with `git range-diff`. */
  let compared: readonly History[] = [];
  let patches: ReadonlyMap<string, string> = new Map();

  const git = (args: readonly string[], input?: string): string => {
    const settings = { env, input, maxBuffer: 2 ** 30, encoding: 'utf8' } as const;
    const { stdout, stderr, status } = spawnSync('git', ['-C', folder, ...args], settings);
    assert.equal(status, 0, stderr);
    return stdout;
  };

  before(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'switchyard-histories-'));
    const written: string[] = [];
    histories = generateHistories(HISTORIES, 20_261_121, (text) => written.push(text));
    git(['init', '--quiet', '--bare', '.']);
    // Disables hunk headings, because `git range-diff` would compare them as well.
    writeFileSync(path.join(folder, 'info/attributes'), '* diff=plain\n');
    git(['config', 'diff.plain.xfuncname', '^no line is a heading$']);
    git(['fast-import', '--quiet'], written.join(''));
    patches = patchesOf(histories.flatMap(({ from, to }) => [from, to]));
    const sampled = Object.keys(GIT_COMPARISONS).flatMap((comparison) => {
      const having = histories.filter((history) =>
        ours(history).some((file) => file.comparison === comparison),
      );
      return sampleOf(having, OF_EACH_COMPARISON, `histories with the result ${comparison}`);
    });
    compared = histories.filter((history) => sampled.includes(history));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** Returns the output of `git diff -M` from base to head by head, using one process. */
  function patchesOf(versions: readonly Version[]): ReadonlyMap<string, string> {
    const refs = git(['for-each-ref', '--format=%(refname) %(objectname)']).trim().split('\n');
    const shas = new Map(refs.map((line) => line.split(' ') as [string, string]));
    const input = versions.map(({ head, base }) => `${shas.get(head) ?? ''} ${shas.get(base) ?? ''}\n`);
    const out = git(['diff-tree', '--stdin', '-p', '-M', '--always'], input.join(''));
    const parts = out.split(/^([0-9a-f]{40})\n/m).slice(1);
    const bySha = new Map<string, string>();
    for (let at = 0; at < parts.length; at += 2) bySha.set(parts[at] ?? '', parts[at + 1] ?? '');
    return new Map(versions.map(({ head }) => [head, bySha.get(shas.get(head) ?? '') ?? '']));
  }

  const ours = ({ from, to, sameBase }: History): readonly InterdiffFile[] =>
    interdiff(readPatch(patches.get(from.head) ?? ''), readPatch(patches.get(to.head) ?? ''), { sameBase });

  /** Returns the file of one side of a comparison. */
  function fileOf({ files }: Version, diff: InterdiffFile['before']): number | undefined {
    if (diff === undefined) return undefined;
    return files.find(({ oldPath, newPath }) =>
      diff.change === 'deleted' ? oldPath === diff.oldPath : newPath === diff.newPath,
    )?.file;
  }

  /** Returns the results of `interdiff` by file. If Git finds no rename, a file has two: gone and new. */
  function comparisons(history: History): ReadonlyMap<number, GitComparison> {
    const found = new Map<number, GitComparison>();
    for (const { comparison, before, after } of ours(history)) {
      const [one, other] = [fileOf(history.from, before), fileOf(history.to, after)];
      if (one !== undefined && other !== undefined)
        assert.equal(one, other, `${history.to.head}: compared with another file`);
      add(found, other ?? one ?? -1, GIT_COMPARISONS[comparison]);
    }
    return found;
  }

  function add(found: Map<number, GitComparison>, file: number, comparison: GitComparison): void {
    const known = found.get(file);
    found.set(file, known === undefined || known === comparison ? comparison : 'changed');
  }

  /**
   * Each file is one commit in each version, so each row of `git range-diff` is its result for a file: `=`
   * unchanged, `!` changed, `<` gone, `>` new. A file that is both gone and new has changed too much for `git
   * range-diff`. The `@@` lines contain only the distance between hunks: a row in which nothing else differs
   * is unchanged. `context`: number of unchanged lines around each hunk that are also compared.
   */
  async function rangeDiff(
    { from, to }: History,
    context: number,
  ): Promise<ReadonlyMap<number, GitComparison>> {
    const found = new Map<number, GitComparison>();
    if (from.files.length === 0 || to.files.length === 0) {
      // `git range-diff` rejects ranges without commits.
      for (const { file } of from.files) add(found, file, 'gone');
      for (const { file } of to.files) add(found, file, 'new');
      return found;
    }
    const settings = ['-C', folder, '-c', `diff.context=${context}`];
    const ranges = [from, to].map(({ base, head }) => `${base}..${head}`);
    const args = [...settings, 'range-diff', '--no-color', '--no-dual-color', ...ranges];
    const { stdout } = await run('git', args, { env, maxBuffer: 2 ** 26 });
    for (const row of stdout.split(/^(?! {4})(?=.)/m)) {
      const [head = '', ...inner] = row.split('\n');
      const [, left, sign, right] = /^ *(\d+|-): +\S+ ([=!<>]) +(\d+|-): /.exec(head) ?? [];
      const [one, other] = [from.files[Number(left) - 1]?.file, to.files[Number(right) - 1]?.file];
      const isChanged = sign === '!' && inner.some((line) => /^ {4}[+-](?!@@)/.test(line));
      if (one !== undefined && one === other) {
        add(found, one, isChanged ? 'changed' : 'unchanged');
      } else {
        if (one !== undefined) add(found, one, 'gone');
        if (other !== undefined) add(found, other, 'new');
      }
    }
    return found;
  }

  const sorted = (found: ReadonlyMap<number, GitComparison>): [number, GitComparison][] =>
    [...found].sort(([one], [other]) => one - other);

  it('cover changes of every kind', () => {
    const times = new Map<string, number>();
    const count = (kind: string): void => void times.set(kind, (times.get(kind) ?? 0) + 1);
    for (const patch of patches.values())
      for (const { change, oldMode, newMode } of readPatch(patch)) {
        count(change);
        if (change === 'modified' && oldMode !== newMode) count('mode');
      }
    for (const history of histories) count(history.sameBase ? 'pushed' : 'rebased');
    for (const kind of ['added', 'deleted', 'modified', 'renamed', 'mode', 'pushed', 'rebased'])
      assert.ok((times.get(kind) ?? 0) >= 40, `${kind} ${times.get(kind) ?? 0} times`);
  });

  it('match git range-diff with one line of context', async () => {
    const times: Record<GitComparison, number> = { unchanged: 0, changed: 0, new: 0, gone: 0 };
    for (const history of compared) {
      const theirs = await rangeDiff(history, 1);
      assert.deepEqual(sorted(comparisons(history)), sorted(theirs), history.to.head);
      for (const comparison of theirs.values()) times[comparison]++;
    }
    for (const [comparison, count] of Object.entries(times))
      assert.ok(count >= OF_EACH_RESULT, `${comparison} ${count} times`);
  });

  it('match git range-diff with default context, except if a rebase changed nearby lines', async () => {
    let over = 0;
    for (const history of compared) {
      const theirs = await rangeDiff(history, 3);
      const rebased = new Set(
        ours(history).flatMap(({ comparison, after }) =>
          comparison === 'rebased' ? (fileOf(history.to, after) ?? []) : [],
        ),
      );
      for (const [file, comparison] of comparisons(history)) {
        if (comparison === theirs.get(file)) continue;
        assert.ok(rebased.has(file), `${history.to.head} ${file}`);
        assert.equal(theirs.get(file), 'changed', `${history.to.head} ${file}`);
        over++;
      }
    }
    assert.ok(over > 0);
  });

  it('are "rebased" only if the older change, applied to the newer base, results in the newer file', () => {
    let [moved, touching] = [0, 0];
    for (const history of histories)
      for (const { comparison, after } of ours(history)) {
        if (comparison !== 'rebased') continue;
        const file = fileOf(history.to, after);
        const [before, now] = [history.from, history.to].map(({ files }) =>
          files.find((each) => each.file === file),
        );
        assert.ok(before !== undefined && now !== undefined);
        const { oldText: oldBase, newText: oldHead } = before;
        const { text, conflicts } = rebasedText({ oldBase, oldHead, newBase: now.oldText });
        // Adjacent changes are merged by the author, who may arrive at the same change again.
        if (conflicts > 0) touching++;
        else assert.equal(text, now.newText, `${history.to.head} ${now.newPath ?? ''}`);
        moved++;
      }
    assert.ok(moved >= 80 && touching <= 2, `${moved} moved, ${touching} of them touching`);
  });
});
