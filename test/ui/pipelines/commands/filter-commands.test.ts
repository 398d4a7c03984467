import assert from 'node:assert/strict';
import { getProject } from '../../../../src/api/endpoints/projects';
import { PipelineFilterStore } from '../../../../src/app/pipelines/filter-store';
import { FilterSuggestions } from '../../../../src/app/pipelines/filter-suggestions';
import { Pipelines } from '../../../../src/app/pipelines/pipelines';
import { queryOf } from '../../../../src/app/pipelines/query';
import type { ProjectSearch } from '../../../../src/app/projects/projects';
import { COMMAND, type CommandId } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { filterCommands } from '../../../../src/ui/pipelines/commands/filter-commands';
import type { PickGroup, PickItem, Prompts } from '../../../../src/ui/shared/editor/prompts';
import { closeAll } from '../../../api/helpers/client';
import { ManualClock } from '../../../api/helpers/clocks';
import { maintainerOf } from '../../../builders/maintainer';
import { runCommand } from '../../../builders/run-command';
import { heldMemory } from '../../../builders/stores';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

/** Types a text and selects the first result, or selects choices by label. */
class Typist {
  typed = '';
  ticks: readonly string[] = [];
  offered: readonly PickItem<unknown>[] = [];
  groups: readonly PickGroup<unknown>[] = [];
  nothing: string | undefined;

  pickFromGroups: Prompts['pickFromGroups'] = ({ groups }) => {
    this.groups = groups;
    return Promise.resolve(
      groups.flatMap(({ name, items }) =>
        items.filter(({ label }) => this.ticks.includes(`${name}: ${label}`)).map(({ value }) => value),
      ),
    );
  };

  search: Prompts['search'] = async ({ find, nothing }) => {
    const found = await find(this.typed, new AbortController().signal);
    this.offered = found;
    this.nothing = found.length === 0 ? nothing(this.typed) : undefined;
    return found[0]?.value;
  };

  labels = (): string[] => this.offered.map(({ label }) => label);
}

describe('pipeline filter commands', () => {
  let sandbox: Sandbox;
  let filter: PipelineFilterStore;
  let choices: Typist;
  let pipelines: Pipelines;
  let suggestions: FilterSuggestions;

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    filter = new PipelineFilterStore(heldMemory());
    choices = new Typist();
    const client = maintainerOf(sandbox);
    pipelines = new Pipelines(
      () => client,
      new ManualClock(),
      () => queryOf(filter.current),
    );
    const key = { base: sandbox.url, project: 1 };
    const details = await client.call(getProject, { id: 1 });
    const search: ProjectSearch = {
      state: 'found',
      projects: [
        {
          ok: true,
          project: { key, path: 'acme/storefront', remote: undefined, details },
        },
      ],
    };
    suggestions = new FilterSuggestions({
      clientFor: () => client,
      projects: {
        search: () => Promise.resolve(search),
        headsOf: () => [{ name: 'feature/gift-cards', sha: undefined }],
      },
      pipelines,
    });
  });
  afterEach(async () => {
    pipelines.dispose();
    await closeAll();
    await sandbox.close();
  });

  const run = async (id: CommandId, typed = ''): Promise<void> => {
    choices.typed = typed;
    const prompts = new ScriptedPrompts();
    prompts.answer(choices);
    const deps = { filter, suggestions, prompts };
    await runCommand(filterCommands(deps), id);
  };

  it('offer branches and tags of the server, even without listed pipelines', async () => {
    await run(COMMAND.filterPipelinesByRef);
    assert.equal(choices.labels()[0], 'feature/gift-cards', 'the checked-out branch is first');
    assert.ok(choices.labels().includes('main'));
    await run(COMMAND.filterPipelinesByRef, 'v1.1');
    assert.deepEqual(
      choices.offered.map(({ label, description }) => [label, description]),
      [['v1.1.0', 'tag']],
    );
    assert.equal(filter.current.ref, 'v1.1.0');
  });

  it('offer a deleted branch that has pipelines, but not a branch without any', async () => {
    await run(COMMAND.filterPipelinesByRef, '!12');
    assert.deepEqual(choices.labels().slice(0, 1), ['!12']);
    assert.match(filter.current.ref ?? '', /^refs\/merge-requests\/12\//);
    await filter.clear();
    await run(COMMAND.filterPipelinesByRef, 'no/such-branch');
    assert.deepEqual(choices.labels(), []);
    assert.equal(choices.nothing, 'No pipelines found for branch or tag "no/such-branch"');
    assert.equal(filter.current.ref, undefined);
  });

  it('offer project members as authors, by name or username', async () => {
    await run(COMMAND.filterPipelinesByAuthor);
    assert.ok(choices.labels().length >= 3, choices.labels().join());
    await run(COMMAND.filterPipelinesByAuthor, 'dana');
    assert.deepEqual(choices.labels(), ['@dana']);
    assert.equal(filter.current.author, 'dana');
    await run(COMMAND.filterPipelinesByAuthor, '@dana');
    assert.deepEqual(choices.labels(), ['@dana']);
  });

  it('offer no author who is neither a member nor started a pipeline', async () => {
    await run(COMMAND.filterPipelinesByAuthor, '@canceling');
    assert.deepEqual(choices.labels(), []);
    assert.equal(choices.nothing, 'No members or trigger authors found for "@canceling"');
    assert.equal(filter.current.author, undefined);
  });

  it('offer groups of statuses, with all waiting statuses in one', async () => {
    choices.ticks = ['pipeline status: Waiting', 'job status: Failed'];
    await run(COMMAND.filterPipelines);
    assert.deepEqual(
      choices.groups.map(({ name }) => name),
      ['pipeline status', 'pipeline source', 'job status'],
    );
    assert.deepEqual(
      choices.groups[0]?.items.map(({ label }) => label),
      ['Failed', 'Running', 'Waiting', 'Manual', 'Canceled', 'Passed', 'Skipped', 'Passed with Warnings'],
    );
    const waiting = [
      'pending',
      'preparing',
      'waiting_for_resource',
      'waiting_for_callback',
      'created',
      'scheduled',
    ];
    assert.deepEqual(filter.current.statuses, waiting);
    assert.deepEqual(filter.current.jobStatuses, ['failed']);
    choices.ticks = [];
    await run(COMMAND.filterPipelines);
    const ticked = choices.groups.flatMap((group) => group.items.filter(({ picked }) => picked));
    assert.deepEqual(
      ticked.map(({ label }) => label),
      ['Waiting', 'Failed'],
    );
    assert.deepEqual(filter.current.statuses, []);
  });

  it('offer passed pipelines with warnings, and request passed pipelines from the server', async () => {
    choices.ticks = ['pipeline status: Passed with Warnings', 'pipeline status: Failed'];
    await run(COMMAND.filterPipelines);
    assert.ok(filter.current.warnings);
    assert.deepEqual(queryOf(filter.current).statuses, ['failed', 'success']);
    choices.ticks = ['pipeline status: Passed with Warnings'];
    await run(COMMAND.filterPipelines);
    assert.deepEqual(queryOf(filter.current).conditions, [{ status: 'success' }]);
  });
});
