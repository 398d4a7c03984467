import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/client';
import { listPipelineJobs } from '../../../../src/api/endpoints/jobs';
import { listPipelines } from '../../../../src/api/endpoints/pipelines';
import { ApiError } from '../../../../src/api/errors';
import { JobActions } from '../../../../src/app/jobs/actions';
import { VariableMemory } from '../../../../src/app/jobs/variable-memory';
import { PipelineActions } from '../../../../src/app/pipelines/actions';
import { DeclaredValues } from '../../../../src/app/pipelines/declared-values';
import { Pipelines } from '../../../../src/app/pipelines/pipelines';
import { UnconfirmedPipelines } from '../../../../src/app/pipelines/unconfirmed-pipelines';
import { COMMAND } from '../../../../src/presentation/shared/command-ids';
import { type Sandbox, startSandbox } from '../../../../src/sandbox/index';
import { runPipelineCommand } from '../../../../src/ui/pipelines/commands/run-command';
import type { KeyValuePair } from '../../../../src/ui/shared/editor/prompts';
import { regexTimeout } from '../../../../src/ui/shared/editor/regex-timeout';
import { closeAll } from '../../../api/helpers/client';
import { ManualClock, PassingClock } from '../../../api/helpers/clocks';
import { maintainerOf } from '../../../builders/maintainer';
import { UNKNOWN_ROLES } from '../../../builders/roles';
import { only, runCommand } from '../../../builders/run-command';
import { heldMemory } from '../../../builders/stores';
import { enterValues, shownValues } from '../../../builders/value-lists';
import { ScriptedPrompts } from '../../../integration/helpers/scripted-prompts';

type Deps = Parameters<typeof runPipelineCommand>[0];

const REF = 'release/2.0';

describe('Run Pipeline with declared inputs and variables', () => {
  let sandbox: Sandbox;
  let client: Client;
  let prompts: ScriptedPrompts;
  let memory: ReturnType<typeof heldMemory>;
  let masked: string[];

  beforeEach(async () => {
    sandbox = await startSandbox({ still: true });
    prompts = new ScriptedPrompts();
    memory = heldMemory();
    masked = [];
    client = maintainerOf(sandbox);
  });
  afterEach(async () => {
    await closeAll();
    await sandbox.close();
  });

  const run = async (ref = REF): Promise<void> => {
    const clientFor = () => client;
    const pipelines = new Pipelines(clientFor, new ManualClock());
    const deps = only<Deps>({
      prompts,
      roles: UNKNOWN_ROLES,
      variables: new VariableMemory(memory),
      mask: (secret) => masked.push(secret),
      unconfirmed: new UnconfirmedPipelines({
        clientFor,
        userOf: () => Promise.resolve({ username: 'marek' }),
      }),
      pipelineActions: new PipelineActions(clientFor, new JobActions(clientFor), pipelines),
      refOf: () => Promise.resolve(ref),
      declaredValues: new DeclaredValues({
        clientFor,
        clock: new PassingClock(),
        pathOf: () => 'acme/storefront',
      }),
      regexTimeout,
      now: () => 0,
    });
    const pipeline = { base: sandbox.url, project: 1, pipeline: 1 };
    try {
      await runCommand([runPipelineCommand(deps)], COMMAND.runPipeline, {
        target: { kind: 'pipeline', pipeline },
      });
    } finally {
      pipelines.dispose();
    }
  };

  const shown = () => shownValues(prompts);
  const started = async () => (await client.page(listPipelines, { id: 1, ref: REF })).items;
  const names = async (): Promise<readonly string[]> => {
    const [newest] = await started();
    const { items } = await client.page(listPipelineJobs, { id: 1, pipeline_id: newest?.id ?? 0 });
    return items.map(({ name }) => name);
  };

  it('shows the inputs and variables with their defaults, and sends what the user enters', async () => {
    prompts.edit(enterValues({ environment: 'production', regions: 'eu-1, us-1', LOG_LEVEL: 'debug' }));
    await run();
    assert.deepEqual(shown(), [
      ['input', 'environment', ''],
      ['input', 'version', 'v2.0.0'],
      ['input', 'canary_percent', '10'],
      ['input', 'dry_run', 'false'],
      ['input', 'regions', 'eu-1'],
      ['input', 'size', 'small'],
      ['variable', 'LOG_LEVEL', 'info'],
      ['variable', 'DEPLOY_TOKEN', ''],
    ]);
    assert.match(prompts.messages[0]?.message ?? '', /^Pipeline #\d+ for release\/2\.0: /);
    assert.ok((await names()).includes('deploy to production'));
  });

  it('rejects values of the wrong type, other options, and texts that do not match', async () => {
    prompts.edit(() => undefined);
    await run();
    const problem = (key: string, value: string): string | undefined =>
      prompts.askedPairs[0]?.pairs.find((pair) => pair.key === key)?.field?.problem(value);
    assert.equal(problem('environment', ''), 'environment requires a value.');
    assert.equal(problem('environment', 'moon'), 'environment must be staging or production.');
    assert.equal(problem('environment', 'staging'), undefined);
    assert.equal(problem('canary_percent', 'ten'), 'canary_percent must be a number.');
    assert.equal(problem('dry_run', 'maybe'), 'dry_run must be true or false.');
    assert.equal(problem('regions', 'eu-1, moon'), 'regions must be eu-1, eu-2, or us-1.');
    assert.equal(
      problem('regions', '[1'),
      'regions must be a list: values separated by commas, or a JSON array.',
    );
    assert.equal(
      problem('version', '2'),
      String.raw`version must match the regular expression ^v\d+\.\d+\.\d+$.`,
    );
    assert.equal(problem('version', 'v2.0.0'), undefined);
    assert.deepEqual(await started(), []);
  });

  it('offers the options that the values of other inputs allow', async () => {
    const sizeIn = (pairs: readonly KeyValuePair[]) => {
      const { value, field } = pairs.find(({ key }) => key === 'size') ?? assert.fail('no size');
      return { value, initial: field?.initial, options: field?.options, problem: field?.problem(value) };
    };
    const seen: unknown[] = [];
    const follow = (): ((pairs: readonly KeyValuePair[]) => readonly KeyValuePair[]) =>
      prompts.askedPairs.at(-1)?.follow ?? assert.fail('nothing follows');
    prompts.edit((pairs) => {
      let current = pairs;
      for (const values of [
        { environment: 'staging', size: 'medium' },
        { environment: 'production' },
        { size: 'extra large' },
        { dry_run: 'true' },
        { environment: 'staging', dry_run: 'false' },
      ]) {
        current = follow()(enterValues(values)(current));
        seen.push(sizeIn(current));
      }
      return follow()(enterValues({ environment: 'production', size: 'extra large' })(current));
    });
    await run();
    const small = { options: ['small', 'medium'], initial: 'small', problem: undefined };
    const large = { options: ['large', 'extra large'], initial: 'large', problem: undefined };
    assert.deepEqual(seen, [
      { ...small, value: 'medium' },
      { ...large, value: 'large' },
      { ...large, value: 'extra large' },
      { options: ['small'], initial: 'small', problem: undefined, value: 'small' },
      { ...small, value: 'small' },
    ]);
    assert.ok((await names()).includes('deploy to production'));
  });

  it("shows the list again with the values and the server's message if the pipeline is refused", async () => {
    const secret = 'canary-of-a-secret';
    prompts.edit((pairs) => {
      const notice = prompts.askedPairs.at(-1)?.notice;
      if (notice === undefined) return enterValues({ version: 'v3.0.0', DEPLOY_TOKEN: secret })(pairs);
      assert.deepEqual(notice, {
        severity: 'error',
        text: "Couldn't run a pipeline for release/2.0. The server responded: `environment` input: required value has not been provided",
      });
      const values = pairs.map(({ key, value }) => [key, value]);
      assert.deepEqual(
        values.filter(([key]) => key === 'version' || key === 'DEPLOY_TOKEN'),
        [
          ['version', 'v3.0.0'],
          ['DEPLOY_TOKEN', secret],
        ],
      );
      return enterValues({ environment: 'staging' })(pairs);
    });
    await run();
    assert.equal(prompts.askedPairs.length, 2);
    assert.equal((await started()).length, 1);
    assert.ok((await names()).includes('publish v3.0.0'));
    assert.ok(masked.includes(secret));
    assert.ok(!JSON.stringify([...memory.held]).includes(secret));
  });

  it('offers the last values again, but not those of secrets', async () => {
    const secret = 'canary-of-a-secret';
    prompts.edit((pairs) => [
      ...enterValues({ environment: 'staging', DEPLOY_TOKEN: secret })(pairs),
      { key: 'REGION', value: 'north', secret: false },
    ]);
    await run();
    prompts.edit(() => undefined);
    await run();
    assert.deepEqual(shown(), [
      ['input', 'environment', 'staging'],
      ['input', 'version', 'v2.0.0'],
      ['input', 'canary_percent', '10'],
      ['input', 'dry_run', 'false'],
      ['input', 'regions', 'eu-1'],
      ['input', 'size', 'small'],
      ['variable', 'LOG_LEVEL', 'info'],
      ['variable', 'DEPLOY_TOKEN', ''],
      [undefined, 'REGION', 'north'],
    ]);
    const token = prompts.askedPairs.at(-1)?.pairs.find(({ key }) => key === 'DEPLOY_TOKEN');
    assert.deepEqual([token?.secret, token?.field?.asks], [true, true]);
    assert.ok(!JSON.stringify([...memory.held]).includes(secret));
  });

  it('works without the declared values on servers without GraphQL', async () => {
    sandbox.faults.add({ kind: 'status', status: 404, path: '/api/graphql' });
    prompts.edit((pairs) => [...pairs, { key: 'REGION', value: 'north', secret: false }]);
    await run('main');
    assert.deepEqual([shown(), prompts.askedPairs[0]?.notice], [[], undefined]);
    assert.match(prompts.messages[0]?.message ?? '', /^Pipeline #\d+ for main: /);
  });

  it('shows in the list that the declared values could not be loaded', async () => {
    sandbox.faults.add({ kind: 'status', status: 500, path: '/api/graphql' });
    prompts.edit(() => undefined);
    await run('main');
    assert.equal(prompts.askedPairs[0]?.notice?.severity, 'warning');
    assert.match(prompts.askedPairs[0].notice.text, /^Couldn't load the inputs and variables/);
  });

  it("hides secrets that the server's message repeats", async () => {
    const secret = 'canary-of-a-secret';
    prompts.edit((pairs) => {
      if (prompts.askedPairs.length > 1) return undefined;
      return pairs.map((pair) =>
        pair.key === 'environment' ? { ...pair, value: secret, secret: true } : pair,
      );
    });
    await run();
    assert.match(prompts.askedPairs[1]?.notice?.text ?? '', /`environment` input: `••••••` cannot be used/);
  });

  it('does not send a request again if its outcome is unknown', async () => {
    prompts.edit(enterValues({ environment: 'staging' }));
    sandbox.faults.add({ kind: 'status', status: 502, method: 'POST', path: '/api/v4/**', next: 1 });
    await assert.rejects(run(), (error) => error instanceof ApiError && error.outcomeUnknown);
    assert.equal(prompts.askedPairs.length, 1);
  });
});
