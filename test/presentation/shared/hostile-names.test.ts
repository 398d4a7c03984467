import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ApiError } from '../../../src/api/errors';
import { encodeAny } from '../../../src/base/well-formed';
import { safePath } from '../../../src/domain/git/names';
import { branchStatus } from '../../../src/presentation/branch/status';
import { changeResource } from '../../../src/presentation/changes/change-marks';
import { diffAddress, readDiffAddress } from '../../../src/presentation/changes/diff-address';
import { diffTitle } from '../../../src/presentation/changes/diff-title';
import { readSideAddress, sideAddress } from '../../../src/presentation/changes/side-address';
import { errorAddress, frameAddress } from '../../../src/presentation/errors/address';
import {
  endedStatus,
  failedStatus,
  followingStatus,
  keptStatus,
  newerStatus,
  notFollowingStatus,
  partStatus,
  readingStatus,
  staleStatus,
  switchedAttemptText,
  waitingStatus,
} from '../../../src/presentation/logs/status';
import {
  editAddress,
  messageAddress,
  readEditAddress,
} from '../../../src/presentation/merge-requests/edit-address';
import {
  type AddressParts,
  logAddress,
  logLabel,
  readLogAddress,
} from '../../../src/presentation/shared/document-address';
import { escapeInvisible, escapeInvisibleLine } from '../../../src/presentation/shared/escape-invisible';
import { plainText } from '../../../src/presentation/shared/plain-text';
import {
  compareAddress,
  historyAddress,
  readHistoryAddress,
  readSearchAddress,
  searchAddress,
} from '../../../src/presentation/shared/tool-addresses';
import { TreeNode } from '../../../src/ui/tree-node';

/** Hostile names for jobs, files, branches, or users. */
const HOSTILE = [
  'half \ud83d',
  '\udc00 half',
  '\ud83d\ud83d\udc4d',
  'safe\u202etxt.exe\u202c',
  '\u2066a\u2069',
  'one\u2028two\u2029three',
  'a\u061cb\u200ec\u200fd',
  'a\nb\tc\u0000d\u0085e',
  '../../etc/passwd',
  'a?b#c%zz\\d',
  '👩‍💻 مرحبا',
  '',
];
const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\ud800',
      '\udfff',
      '\u202e',
      '\u2028',
      '\u061c',
      '\u200f',
      '/',
      '?',
      '%',
      '\n',
      '\u0000',
    ),
    fc.string({ minLength: 1, maxLength: 1 }),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
  ),
});

/** Matches text without characters that change the direction, end the line, or break a URI. */
const CLEAN = /^(?:(?!\p{Cc}|\p{Cs}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]).)*$/su;

const base = 'https://git.example/sub';
const of = { base, project: 7, iid: 12 };
const side = { ...of, from: 'a'.repeat(40), to: 'b'.repeat(40), side: 'new', form: 'file' } as const;

interface Hostile {
  readonly of: (text: string) => AddressParts;
  readonly isTab: boolean;
  /** True for texts that are rejected. */
  readonly isRefused?: (text: string) => boolean;
}

/** True for a path that can't be a file of a working tree. */
const isRefusedPath = (path: string): boolean => {
  try {
    safePath(path);
    return false;
  } catch {
    return true;
  }
};

/** Every URI that contains text of the server. `isTab`: an editor tab shows the end of its path. */
const ADDRESSES: Readonly<Record<string, Hostile>> = {
  log: { of: (text) => logAddress({ base, project: 7, job: 1 }, text), isTab: true },
  'log of a project by its path': {
    of: (text) => logAddress({ base, project: text, job: 1 }, 'x'),
    isTab: true,
  },
  comparison: {
    of: (text) => compareAddress({ base, project: text, job: 1, form: 'raw' }, text),
    isTab: true,
  },
  search: { of: (text) => searchAddress({ base, project: 7, pipeline: 1, typed: text }, text), isTab: true },
  history: { of: (text) => historyAddress({ base, project: 7, name: text, ref: text }, text), isTab: true },
  error: { of: (text) => errorAddress({ id: text }, 'git.example', text), isTab: true },
  frame: { of: (text) => frameAddress({ id: text }, 'git.example', text), isTab: true },
  diff: { of: (text) => diffAddress({ ...of, version: 1 }, text), isTab: true },
  description: { of: (text) => editAddress({ ...of, project: text }), isTab: true },
  message: { of: (text) => messageAddress({ ...of, project: text }, 'merge'), isTab: true },
  // These show the file's path, which must not change; their titles are set separately.
  side: { of: (text) => sideAddress({ ...side, path: text }), isTab: false, isRefused: isRefusedPath },
  change: { of: (text) => changeResource(of, text, 'added'), isTab: false },
};

describe('names from a server', () => {
  for (const [name, { of: addressOf, isTab, isRefused }] of Object.entries(ADDRESSES))
    it(`result in a valid URI of a ${name}`, () => {
      const check = (text: string): void => {
        if (isRefused?.(text) === true) {
          assert.throws(() => addressOf(text), /a name that git would not take/);
          return;
        }
        const { authority, path, query } = addressOf(text);
        // The editor encodes URIs in this way.
        for (const part of [authority, path, query]) assert.doesNotThrow(() => encodeURIComponent(part));
        assert.ok(path.startsWith('/'));
        if (isTab) assert.match(path.slice(path.lastIndexOf('/') + 1), CLEAN);
      };
      HOSTILE.forEach(check);
      fc.assert(fc.property(anyText, check));
    });

  it('are read back from URIs', () => {
    const check = (text: string): void => {
      assert.equal(readLogAddress(logAddress({ base, project: 7, job: 3 }, text))?.job, 3);
      assert.match(logLabel(logAddress({ base, project: 7, job: 3 }, text)), CLEAN);
      assert.equal(readDiffAddress(diffAddress({ ...of, version: 1 }, text))?.iid, 12);
      assert.equal(readEditAddress(editAddress(of))?.iid, 12);
      assert.equal(readEditAddress({ ...editAddress(of), path: '/%uD800/12/x' }), undefined);
      const typed = readSearchAddress(searchAddress({ base, project: 7, pipeline: 1, typed: text }, text));
      const history = readHistoryAddress(
        historyAddress({ base, project: 7, name: text, ref: undefined }, text),
      );
      const path = `a/${text}`;
      if (!/\p{Cs}/u.test(text)) {
        assert.equal(typed?.typed, text);
        assert.equal(history?.name, text);
        if (!isRefusedPath(path)) assert.equal(readSideAddress(sideAddress({ ...side, path }))?.path, path);
      }
    };
    HOSTILE.forEach(check);
    fc.assert(fc.property(anyText, check));
  });

  it('result in a unique and valid ID for each row', () => {
    const idsOf = (keys: readonly string[]): readonly string[] => {
      const root = new TreeNode('', undefined, { kind: 'older', project: of });
      return root
        .setChildren(keys.map((key) => ({ key, data: { kind: 'older', project: of } })))
        .map(({ id }) => id);
    };
    const check = (keys: readonly string[]): void => {
      const ids = idsOf([...new Set(keys)]);
      assert.equal(new Set(ids).size, ids.length);
      for (const id of ids) assert.match(id, CLEAN);
    };
    check(HOSTILE);
    check(['\ud800', '\ud801', '\ufffd', '%uD800']);
    fc.assert(fc.property(fc.array(anyText), check));
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => encodeAny(text) === encodeURIComponent(text)),
    );
  });

  it('are a single clean line in titles', () => {
    const check = (text: string): void => {
      for (const shown of [
        escapeInvisibleLine(text),
        diffTitle(text, 12, 1, 2),
        diffTitle(text, 12, 1, undefined),
      ])
        assert.match(shown, CLEAN);
      // Texts with several lines keep them.
      assert.match(escapeInvisible(text).replace(/[\t\n\r]/g, ''), CLEAN);
      assert.match(plainText(text).replace(/[\t\n\r]/g, ''), CLEAN);
    };
    HOSTILE.forEach(check);
    fc.assert(fc.property(anyText, check));
  });

  it('are a single clean line in the status bar, without icons', () => {
    const check = (text: string): void => {
      const job = { name: text, status: text, allow_failure: false };
      const error = new ApiError({ kind: 'network', endpoint: 'GET /x', host: 'git.example', detail: text });
      const head = { name: text, sha: undefined };
      const branch = { branch: { path: text, head }, failed: [job], problem: undefined };
      const pipeline = { id: 1, status: text, sha: text, ref: text, user: { name: text } };
      const request = { iid: 12, title: text, state: text, detailed_merge_status: text };
      const mergeRequest = {
        ...request,
        draft: false,
        has_conflicts: false,
        merge_when_pipeline_succeeds: false,
      };
      for (const shown of [
        readingStatus(job, 1).text,
        followingStatus(job).text,
        notFollowingStatus(job).text,
        waitingStatus(job).text,
        endedStatus(job).text,
        partStatus(job, 1).text,
        keptStatus(job, 0, error, 1).text,
        newerStatus(job, 2).text,
        failedStatus(text, error, { isPartial: true }).text,
        staleStatus(text, error).text,
        switchedAttemptText(text, 2),
        branchStatus({ ...branch, pipeline, mergeRequest }).text,
        branchStatus({ ...branch, pipeline: undefined, mergeRequest: undefined }).text,
      ]) {
        assert.match(shown.replace(/[\t\n\r]/g, ''), CLEAN);
        assert.doesNotMatch(shown.replace(/^\$\([a-z~-]+\) /, ''), /\$\(|\]\(/);
      }
    };
    [...HOSTILE, '$(bug)', '[x](command:y)', '__proto__', 'constructor'].forEach(check);
    fc.assert(fc.property(anyText, check));
  });

  it('are unchanged if they are ordinary text in any script', () => {
    for (const text of ['مرحبا', 'שלום', '👩‍💻 done', 'naïve ﬁ', 'a/b (c) [d] $5 100 %'])
      assert.equal(escapeInvisibleLine(text), text);
  });

  it('show blanks and characters without a meaning that would make two branches look the same', () => {
    for (const code of [
      ...[0xa0, 0x1680, 0x2003, 0x2007, 0x2009, 0x202f, 0x205f, 0x3000],
      ...[0x2065, 0x180f, 0xfdd0, 0xe0fff, 0x1fffe],
    ]) {
      const hidden = String.fromCodePoint(code);
      const named = `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
      assert.equal(escapeInvisibleLine(`main${hidden}`), `main${named}`);
      assert.equal(escapeInvisibleLine(`${hidden}main`), `${named}main`);
      assert.equal(escapeInvisibleLine(`main ${hidden} next`), `main ${named} next`);
    }
    for (const text of ['10\u00a0000 lignes', 'Vraiment\u202f?', '全角\u3000空白', 'thin\u2009space'])
      assert.equal(escapeInvisibleLine(text), text);
  });
});
