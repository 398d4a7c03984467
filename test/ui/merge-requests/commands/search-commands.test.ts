import assert from 'node:assert/strict';
import { KeptSearches } from '../../../../src/app/merge-requests/kept-searches';
import type { ProjectSearch } from '../../../../src/app/projects/projects';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import {
  mergeRequestSearchCommands,
  type MergeRequestSearchDeps,
  type SearchChoice,
} from '../../../../src/ui/merge-requests/commands/search-commands';
import type { SearchPick } from '../../../../src/ui/shared/editor/search-pick';
import { clientOf, closeAll } from '../../../api/helpers/client';
import { only, runCommand } from '../../../builders/run-command';
import { heldMemory } from '../../../builders/stores';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

describe('merge request search', () => {
  let sandbox: Sandbox;
  before(async () => {
    sandbox = await startSandbox({ still: true });
  });
  afterEach(closeAll);
  after(() => sandbox.close());

  /** `select` returns the label of the item to select for a question; undefined cancels. */
  function setUp(typed: string, select: (labels: readonly string[], at: number) => string | undefined) {
    const base = sandbox.url;
    const token = (): Promise<string> => Promise.resolve(sandbox.tokens.maintainer);
    const { client } = clientOf(base, { credential: { kind: 'personal', token } });
    const searches = new KeptSearches(heldMemory());
    const prompts = new ScriptedPrompts();
    const opened: unknown[] = [];
    const asked: {
      readonly placeholder: string;
      readonly value: string;
      readonly labels: string[];
      readonly note: string;
    }[] = [];
    const ask = async (question: SearchPick<SearchChoice>): Promise<SearchChoice | undefined> => {
      const value = question.value ?? '';
      const text = value === '' ? typed : value;
      const { groups, note = '' } = await question.search(text, new AbortController().signal);
      const items = groups.flatMap((group) => group.items);
      const labels = items.map(({ label }) => label);
      asked.push({ placeholder: question.placeholder, value, labels, note });
      const wanted = select(labels, asked.length);
      return items.find(({ label }) => wanted !== undefined && label.startsWith(wanted))?.value;
    };
    const key = { base, project: 1 };
    const project = { key, path: 'acme/storefront', remote: undefined, details: undefined };
    const state: ProjectSearch = { state: 'found', projects: [{ ok: true, project }] };
    const deps = only<MergeRequestSearchDeps>({
      accounts: { list: () => [{ base, username: 'marek', source: 'stored' }] },
      projects: { search: () => Promise.resolve(state) },
      groups: { list: () => [] },
      clientFor: () => client,
      searches,
      prompts,
      ask,
      openMergeRequest: (key) => {
        opened.push(key);
        return Promise.resolve();
      },
      showView: () => Promise.resolve(),
      now: () => Date.now(),
    });
    const requests = (): number => sandbox.requests().filter(({ path }) => path.includes('search=')).length;
    return { base, rows: mergeRequestSearchCommands(deps), searches, prompts, opened, asked, requests };
  }

  it('searches titles and descriptions in the project, and opens the result', async () => {
    // `payment method` is only in the description.
    for (const text of ['GIFT', 'payment method']) {
      const { base, rows, asked, opened } = setUp(text, (labels) => labels[0]);
      await runCommand(rows, COMMAND.searchMergeRequests, undefined);
      assert.equal(asked[0]?.placeholder, 'Search titles and descriptions in acme/storefront');
      assert.deepEqual(opened, [{ base, project: 1, iid: 12 }]);
    }
  });

  it('sends no request without a text', async () => {
    const { rows, asked, requests } = setUp('  ', () => undefined);
    const before = requests();
    await runCommand(rows, COMMAND.searchMergeRequests, undefined);
    assert.deepEqual([requests() - before, asked[0]?.note], [0, 'Type to search']);
  });

  it('continues in another place with the same text', async () => {
    const { rows, asked } = setUp('zero results', (_labels, at) =>
      at === 1 ? 'Search All Projects' : undefined,
    );
    await runCommand(rows, COMMAND.searchMergeRequests, undefined);
    assert.deepEqual(
      asked.map(({ value, note }) => [value, note]),
      [
        ['', 'No matching merge requests'],
        ['zero results', 'No matching merge requests'],
      ],
    );
    assert.match(asked[1]?.placeholder ?? '', /^Search titles and descriptions in all projects on /);
  });

  it('starts in the place and with the text of a row', async () => {
    const { base, rows, asked } = setUp('', () => undefined);
    const query = { place: { kind: 'host', base }, filters: { search: 'gift' } };
    await runCommand(rows, COMMAND.searchMergeRequests, {
      target: { kind: 'merge-request-list', queries: [query] },
    });
    assert.equal(asked[0]?.value, 'gift');
    assert.match(asked[0].placeholder, /all projects/);
  });

  it('keeps each search as one row, which can be removed and restored', async () => {
    const { base, rows, searches, prompts } = setUp('gift', () => 'Keep "gift"');
    await runCommand(rows, COMMAND.searchMergeRequests, undefined);
    await runCommand(rows, COMMAND.searchMergeRequests, undefined);
    const place = { kind: 'project', base, project: 'acme/storefront' } as const;
    assert.deepEqual(searches.list(), [{ place, text: 'gift' }]);
    const query = { place, filters: { search: 'gift' } };
    await runCommand(rows, COMMAND.removeMergeRequestSearch, {
      target: { kind: 'merge-request-list', queries: [query] },
    });
    assert.deepEqual(searches.list(), []);
    await prompts.messages[0]?.actions[0]?.run();
    assert.deepEqual(searches.list(), [{ place, text: 'gift' }]);
  });
});
