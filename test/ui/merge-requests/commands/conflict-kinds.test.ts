import assert from 'node:assert/strict';
import type { ConflictReason } from '../../../../src/domain/git/conflicts';
import { withResolving } from '../../../app/git/helpers/resolving';
import { sampleOf, samplePairs } from '../../../fuzz-runs';
import {
  type Branch,
  branchesIn,
  type ChangeBranch,
  type Changes,
  SOURCE,
  TARGET,
} from './helpers/conflicting-branches';
import { playing } from './helpers/playing-conflicts';

const LINES = Array.from({ length: 20 }, (_, index) => `line ${index}`);
/** Returns lines of which the sixth is different on each branch. */
const text = (changed?: string, end = '\n'): string =>
  LINES.map((line, index) => `${index === 5 ? (changed ?? line) : line}${end}`).join('');
const latin1 = (content: string): Buffer => Buffer.from(content, 'latin1');
const large = (changed: string): string => `${text(changed)}${`${'y'.repeat(99)}\n`.repeat(3_000)}`;

interface Kind {
  readonly change: ChangeBranch;
  readonly reasons: Readonly<Record<string, ConflictReason>>;
  /** The texts that the user enters, by path. */
  readonly texts?: Readonly<Record<string, string | Uint8Array>>;
  /** The beginnings of the items that the user selects, in their order. */
  readonly choices?: readonly string[];
  /** Entries of the merged commit, `<mode> <content>`; for submodules, the commit. Undefined: no file. */
  readonly result: Readonly<Record<string, string | undefined>>;
}

const modify =
  (file: string, content: (branch: Branch) => string | Uint8Array) =>
  (to: Changes, branch: Branch): Promise<void> =>
    to.write(file, content(branch));

const KINDS: Readonly<Record<string, Kind>> = {
  'both modified': {
    change: modify('a.txt', text),
    reasons: { 'a.txt': 'both-modified' },
    texts: { 'a.txt': text('both') },
    result: { 'a.txt': `100644 ${text('both')}` },
  },
  'both added': {
    change: (to, branch) => (branch === 'base' ? Promise.resolve() : to.write('new.txt', text(branch))),
    reasons: { 'new.txt': 'both-added' },
    texts: { 'new.txt': text('both') },
    result: { 'new.txt': `100644 ${text('both')}` },
  },
  'deleted and modified': {
    change: (to, branch) => (branch === 'source' ? to.remove('a.txt') : to.write('a.txt', text(branch))),
    reasons: { 'a.txt': 'deleted-in-source' },
    choices: [`Use Version of ${TARGET}`],
    result: { 'a.txt': `100644 ${text('target')}` },
  },
  'renamed and modified': {
    change: async (to, branch) => {
      if (branch === 'source') await to.move('a.txt', 'b.txt');
      await to.write(branch === 'source' ? 'b.txt' : 'a.txt', text(branch));
    },
    reasons: { 'b.txt': 'both-modified' },
    texts: { 'b.txt': text('both') },
    result: { 'a.txt': undefined, 'b.txt': `100644 ${text('both')}` },
  },
  'renamed twice': {
    change: (to, branch) =>
      branch === 'base' ? to.write('a.txt', text()) : to.move('a.txt', `${branch}.txt`),
    reasons: { 'a.txt': 'renamed', 'source.txt': 'renamed', 'target.txt': 'renamed' },
    choices: [`Use Version of ${SOURCE}`, 'Delete File'],
    result: { 'a.txt': undefined, 'source.txt': `100644 ${text()}`, 'target.txt': undefined },
  },
  'different modes': {
    change: (to, branch) =>
      branch === 'base' ? Promise.resolve() : to.write('run.sh', text(), branch === 'source' ? 0o644 : 0o755),
    reasons: { 'run.sh': 'mode' },
    choices: ['Executable'],
    result: { 'run.sh': `100755 ${text()}` },
  },
  binary: {
    change: modify('a.bin', (branch) => `a\0${branch}`),
    reasons: { 'a.bin': 'binary' },
    choices: [`Use Version of ${TARGET}`],
    result: { 'a.bin': '100644 a\0target' },
  },
  submodule: {
    change: (to, branch) => to.submodule('sub', { base: 'a', source: 'b', target: 'c' }[branch].repeat(40)),
    reasons: { sub: 'submodule' },
    choices: [`Use Version of ${SOURCE}`],
    result: { sub: `160000 ${'b'.repeat(40)}` },
  },
  'line ends of Windows': {
    change: modify('a.txt', (branch) => text(branch, '\r\n')),
    reasons: { 'a.txt': 'both-modified' },
    texts: { 'a.txt': text('both', '\r\n') },
    result: { 'a.txt': `100644 ${text('both', '\r\n')}` },
  },
  'text that is not UTF-8': {
    change: modify('a.txt', (branch) => latin1(text(`Größe ${branch}`))),
    reasons: { 'a.txt': 'both-modified' },
    choices: ['Open File with Conflict Markers'],
    texts: { 'a.txt': latin1(text('Größe both')) },
    result: { 'a.txt': `100644 ${text('Größe both')}` },
  },
  'more than 200 kB': {
    change: modify('large.txt', large),
    reasons: { 'large.txt': 'both-modified' },
    texts: { 'large.txt': large('both') },
    result: { 'large.txt': `100644 ${large('both')}` },
  },
  'nested folders, of which one is renamed': {
    change: async (to, branch) => {
      const name = branch === 'source' ? 'moved' : 'deep';
      if (branch === 'source') await to.move('deep', 'moved');
      await to.write(`${name}/er/and/deeper/a.txt`, text(branch));
      if (branch === 'base') await to.write('deep/er/other.txt', text());
    },
    reasons: { 'moved/er/and/deeper/a.txt': 'both-modified' },
    texts: { 'moved/er/and/deeper/a.txt': text('both') },
    result: {
      'deep/er/and/deeper/a.txt': undefined,
      'moved/er/and/deeper/a.txt': `100644 ${text('both')}`,
      'moved/er/other.txt': `100644 ${text()}`,
    },
  },
};

describe('kinds of conflicts', () => {
  const environment = withResolving();
  const { inClone, resolving, snapshot, sandbox } = environment;
  const conflicting = branchesIn(environment);

  /** An entry of a commit: `<mode> <content>`. */
  async function entryOf(commit: string, file: string): Promise<string | undefined> {
    const [line = ''] = (await inClone('ls-tree', commit, '--', file)).split('\n');
    const [mode, type, id] = line.split(/\s/);
    if (mode === undefined || id === undefined || type === undefined) return undefined;
    if (type === 'commit') return `${mode} ${id}`;
    // In base64, because the helper removes white space from the output.
    const bytes = Buffer.from(
      await inClone('-c', `alias.b64=!git cat-file blob ${id} | base64`, 'b64'),
      'base64',
    );
    return `${mode} ${isValid(bytes) ? bytes.toString('utf8') : bytes.toString('latin1')}`;
  }

  const kinds = sampleOf(Object.entries(KINDS), 4, 'kinds of conflicts');
  for (const [[name, kind], way] of samplePairs(kinds, ['merge', 'rebase'] as const, 'ways to resolve'))
    it(`are resolved with a ${way} until the merge request can be merged: ${name}`, async () => {
      const parts = await resolving();
      const { client, mergeRequest, prepared, resolution, store } = parts;
      const { iid } = await conflicting(client, kind.change);
      const checked = async () => {
        await mergeRequest(iid);
        // The merge check, and the pipeline of the push.
        sandbox().advance(3_600_000);
        return mergeRequest(iid);
      };
      assert.equal((await checked()).has_conflicts, true);
      await inClone('status');
      const before = await snapshot();
      const found = await prepared(iid);
      assert.deepEqual(await listed(parts, found.resolution), kind.reasons);
      await resolution.start(found, way);
      const player = playing(parts, kind);
      await player.toTheEnd();
      assert.equal(store.current, undefined);
      const after = await checked();
      assert.equal(after.has_conflicts, false);
      assert.equal(after.detailed_merge_status, 'mergeable');
      assert.notEqual(after.sha, found.resolution.source.sha);
      for (const [file, expected] of Object.entries(kind.result))
        assert.equal(await entryOf(after.sha ?? '', file), expected, file);
      assert.deepEqual(await snapshot(), before);
      assert.deepEqual(player.opened, [`switchyard.openMergeRequest ${iid}`]);
    });
});

function isValid(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

async function listed(
  { merging }: { readonly merging: { conflictsBetween: Listing } },
  { repository, source, target }: { repository: string; source: { sha: string }; target: { sha: string } },
): Promise<Readonly<Record<string, string>>> {
  const files = await merging.conflictsBetween(repository, source.sha, target.sha);
  assert.ok(files !== 'unsupported');
  return Object.fromEntries(files.map(({ path: file, reason }) => [file, reason]));
}

type Listing = (
  repository: string,
  source: string,
  target: string,
) => Promise<readonly { readonly path: string; readonly reason: ConflictReason }[] | 'unsupported'>;
