import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { systemClock } from '../../../src/base/clock';
import { isPathBelow } from '../../../src/domain/git/names';
import { changeResource } from '../../../src/presentation/changes/change-marks';
import { sideAddress } from '../../../src/presentation/changes/side-address';
import { errorAddress, frameAddress } from '../../../src/presentation/errors/address';
import { logAddress } from '../../../src/presentation/shared/document-address';
import { compareAddress, historyAddress } from '../../../src/presentation/shared/tool-addresses';
import { ShownComment } from '../../../src/ui/discussions/documents/shown-comment';
import { askSearch } from '../../../src/ui/shared/editor/group-prompt';
import { askPairs } from '../../../src/ui/shared/editor/pairs-prompt';
import { askPick } from '../../../src/ui/shared/editor/pick-prompt';
import { searchPick } from '../../../src/ui/shared/editor/search-pick';
import { tooltip, treeItem } from '../../../src/ui/shared/editor/tree-item';
import { until } from '../helpers/harness';

const HOSTILE = [
  'half \ud83d',
  '\udc00',
  'safe\u202etxt.exe',
  'one\u2028two\u2029',
  'a\u061cb\u200ec\u200f',
  'x\u0000y',
];
const UNCLEAN = /\p{Cc}|\p{Cs}|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

describe('hostile names from a server', () => {
  it('can be serialized and parsed in URIs', () => {
    const base = 'https://git.example';
    const side = { base, project: 7, iid: 1, from: 'a'.repeat(40), to: 'b'.repeat(40) };
    for (const text of HOSTILE)
      for (const parts of [
        logAddress({ base, project: text, job: 1 }, text),
        compareAddress({ base, project: text, job: 1, form: 'raw' }, text),
        historyAddress({ base, project: 7, name: text, ref: text }, text),
        errorAddress({ text }, 'git.example', text),
        frameAddress({ text }, 'git.example', text),
        // A path that isn't below the working tree has no address.
        ...(isPathBelow(text) ? [sideAddress({ ...side, side: 'new', form: 'file', path: text })] : []),
        changeResource({ base, project: text, iid: 1 }, text),
      ]) {
        const written = vscode.Uri.from(parts).toString();
        assert.equal(vscode.Uri.parse(written, true).toString(), written);
      }
  });

  it('are sanitized in authors of comments and in rows', () => {
    for (const text of HOSTILE) {
      const target = {
        kind: 'note',
        mergeRequest: { base: 'https://x', project: 1, iid: 1 },
        discussion: 'a',
        note: 1,
      } as const;
      const offer = { canApply: false, canBatch: false, inBatch: 0 };
      const shown = {
        target,
        text,
        author: text,
        at: undefined,
        label: text,
        contextTokens: [],
        reactions: [],
      };
      const note = { ...shown, position: undefined, suggestions: [], edits: [], offer };
      const comment = new ShownComment(note, new vscode.MarkdownString());
      const item = treeItem(
        'id',
        {
          label: text,
          description: text,
          accessibleLabel: text,
          icon: { id: 'x' },
          contextTokens: [],
          expandable: 'no',
        },
        undefined,
      );
      for (const shown of [
        comment.author.name,
        comment.label,
        item.label,
        item.description,
        item.accessibilityInformation?.label,
        tooltip([{ name: text, value: text }]).value.replaceAll('\n', ''),
      ])
        assert.doesNotMatch(
          JSON.stringify([shown]).replace(/\\u(....)/g, (_, code: string) =>
            String.fromCharCode(parseInt(code, 16)),
          ),
          UNCLEAN,
        );
    }
  });

  describe('in pickers', () => {
    const SPOOFS = [...HOSTILE, '$(bug) [x](command:y)'];
    const { window } = vscode;
    const { createQuickPick } = window;
    let opened: vscode.QuickPick<vscode.QuickPickItem>[] = [];
    beforeEach(() => {
      opened = [];
      window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
        const pick = createQuickPick<T>();
        opened.push(pick);
        return pick;
      };
    });
    afterEach(() => {
      window.createQuickPick = createQuickPick;
    });

    /** Returns the texts of the open picker, and closes it. */
    async function shownOnce(asked: Promise<unknown>): Promise<readonly string[]> {
      const pick = await until(() => opened.find(({ items, busy }) => items.length > 0 && !busy));
      const { title, placeholder, items } = pick;
      const shown = items.flatMap(({ label, description, detail }) => [label, description, detail]);
      pick.hide();
      await asked;
      // The editor shows the title and the placeholder as plain text.
      const heads = [title, placeholder].map((text) => text?.replace(/\$\(bug|\]\(command/g, ''));
      return [...heads, ...shown].filter((text) => text !== undefined);
    }
    const choices = SPOOFS.map((text) => ({ label: text, description: text, value: text }));
    const [spoof] = SPOOFS;
    const words = { title: SPOOFS.join(' '), placeholder: SPOOFS.join(' ') };

    const lists: Readonly<Record<string, () => Promise<unknown>>> = {
      'a choice': () =>
        askPick({ ...words, items: choices.map((each) => ({ ...each, detail: each.label })) }),
      'what is searched as somebody types': () =>
        askSearch({
          ...words,
          find: () => Promise.resolve(choices),
          nothing: () => spoof ?? '',
          failed: () => spoof ?? '',
        }),
      'what is found on servers': () => {
        const items = choices.map((each) => ({ ...each, icon: { id: 'bug' } }));
        const groups = SPOOFS.map((title) => ({ title, items }));
        const answer = { groups, note: SPOOFS.join(' ') };
        return searchPick({ ...words, value: '', search: () => Promise.resolve(answer) }, systemClock);
      },
      variables: () =>
        askPairs({
          ...words,
          run: { label: SPOOFS.join(' '), icon: 'play' },
          pairs: SPOOFS.map((text, at) => ({ key: `${at} ${text}`, value: text, secret: false })),
          keyProblem: () => undefined,
          isLikelySecret: () => false,
        }),
    };
    for (const [name, ask] of Object.entries(lists)) {
      it(`are sanitized in ${name}`, async () => {
        const shown = await shownOnce(ask());
        assert.ok(shown.length >= SPOOFS.length);
        for (const text of shown) {
          assert.doesNotMatch(text, UNCLEAN);
          assert.doesNotMatch(text, /\$\(bug|\]\(command/);
        }
      });
    }
  });
});
