import assert from 'node:assert/strict';
import { revertCommit } from '../../src/api/endpoints/branches';
import { getJobTrace, listPipelineJobs } from '../../src/api/endpoints/jobs';
import { createPipeline } from '../../src/api/endpoints/pipeline-actions';
import { listPipelines } from '../../src/api/endpoints/pipelines';
import { listBranches } from '../../src/api/endpoints/repository';
import {
  listDeclaredVariables,
  listPipelineInputRules,
  listPipelineInputs,
} from '../../src/api/queries/pipeline-inputs';
import type { JsonObject } from '../../src/base/json-value';
import { ends, stage, type Who } from './stage';

const id = 'acme/storefront';
const ref = 'release/2.0';

describe('inputs of a CI configuration', () => {
  const world = stage('each');
  const inputsOf = async (of: string, who: Who = 'developer', fullPath = id) =>
    (await world.client(who).query(listPipelineInputs, { fullPath, ref: of })).project
      ?.ciPipelineCreationInputs;
  const run = (inputs?: JsonObject, of = ref) =>
    world.client('developer').call(createPipeline, { id, ref: of, ...(inputs && { inputs }) });
  const refuses = (inputs: JsonObject | undefined, message: RegExp) =>
    ends(run(inputs), 'bad-request', 400, message);

  it('are listed with type, description, default, options, and pattern', async () => {
    const inputs = (await inputsOf(ref)) ?? assert.fail();
    assert.deepEqual(
      inputs.map((input) => [input.name, input.type, input.required, input.default, input.options]),
      [
        ['environment', 'STRING', true, null, ['staging', 'production']],
        ['version', 'STRING', false, 'v2.0.0', null],
        ['canary_percent', 'NUMBER', false, 10, null],
        ['dry_run', 'BOOLEAN', false, false, null],
        ['regions', 'ARRAY', false, ['eu-1'], ['eu-1', 'eu-2', 'us-1']],
        ['size', 'STRING', true, null, null],
      ],
    );
    assert.equal(inputs[0]?.description, 'Environment to deploy to');
    assert.equal(inputs[1]?.regex, String.raw`^v\d+\.\d+\.\d+$`);
  });

  it('have rules with conditions on other inputs', async () => {
    const { project } = await world.client().query(listPipelineInputRules, { fullPath: id, ref });
    const rules = project?.ciPipelineCreationInputs?.find(({ name }) => name === 'size')?.rules;
    const isProduction = { operator: 'equals', field: 'environment', value: 'production' };
    const trees = rules?.map(({ conditionTree }) => conditionTree);
    assert.deepEqual(trees?.[1], { ...isProduction, children: null });
    assert.equal(trees[0]?.operator, 'AND');
    assert.deepEqual(
      trees[0].children?.map(({ field, value }) => [field, value]),
      [
        ['environment', 'production'],
        ['dry_run', 'true'],
      ],
    );
    assert.equal(trees[2], null);
    assert.equal(
      rules?.[0]?.if,
      '$[[ inputs.environment ]] == "production" && $[[ inputs.dry_run ]] == "true"',
    );
    assert.deepEqual(rules[1]?.options, ['large', 'extra large']);
    const others = project?.ciPipelineCreationInputs?.filter(({ name }) => name !== 'size');
    assert.deepEqual(new Set(others?.map((input) => input.rules)), new Set([null]));
  });

  it('must have an option of the rule that applies (400)', async () => {
    const message = (size: string): RegExp =>
      new RegExp(`^\`size\` input: \`${size}\` cannot be used because it is not in the list`);
    await refuses({ environment: 'staging', size: 'large' }, message('large'));
    await refuses({ environment: 'production', size: 'medium' }, message('medium'));
    await refuses({ environment: 'production', dry_run: true, size: 'large' }, message('large'));
    await run({ environment: 'production', size: 'large' });
  });

  it('are empty without a declaration, and null for users who cannot run pipelines', async () => {
    assert.deepEqual(await inputsOf('main'), []);
    assert.deepEqual(await inputsOf('main', 'maintainer', 'acme/handbook'), []);
    for (const who of ['reporter', 'nobody'] as const) assert.equal(await inputsOf(ref, who), null);
    assert.equal(await inputsOf('main', 'developer', 'acme/nothing'), undefined);
    await ends(inputsOf('nowhere'), 'bad-request', 200, /^The branch or tag does not exist$/);
  });

  it('must be provided if they are required (400)', async () => {
    const message = /^`environment` input: required value has not been provided$/;
    await refuses(undefined, message);
    await refuses({ dry_run: true }, message);
  });

  it('must have a value of their type, an option, or a value that matches the pattern (400)', async () => {
    const environment = 'staging';
    await refuses(
      { environment: 'moon' },
      /^`environment` input: `moon` cannot be used because it is not in the list of allowed options$/,
    );
    await refuses(
      { environment, version: '2' },
      /^`version` input: provided value does not match required RegEx pattern$/,
    );
    await refuses({ environment, canary_percent: '10' }, /^`canary_percent` input: .* not a number$/);
    await refuses({ environment, dry_run: 'true' }, /^`dry_run` input: .* not a boolean$/);
    await refuses({ environment, regions: 'eu-1' }, /^`regions` input: .* not an array$/);
    await refuses({ environment, regions: ['eu-1', 'moon'] }, /^`regions` input: moon cannot be used/);
    await refuses({ environment, moon: 1 }, /^unknown input arguments: moon$/);
    await refuses(
      { version: '2', canary_percent: true, dry_run: 1, regions: 1 },
      /^`environment` input: [^,]*, `version` input: [^,]*, `canary_percent` input: [^,]*$/,
    );
    const other = run({ environment }, 'main');
    await ends(other, 'bad-request', 400, /^Given inputs not defined in the `spec` section/);
    const { items } = await world.client().page(listPipelines, { id, ref });
    assert.deepEqual(items, []);
  });

  it('must be an object (400)', async () => {
    const { url, tokens } = world.sandbox;
    for (const inputs of [[1], 'x', { environment: null }]) {
      const response = await fetch(`${url}/api/v4/projects/1/pipeline`, {
        method: 'POST',
        headers: { 'private-token': tokens.developer, 'content-type': 'application/json' },
        body: JSON.stringify({ ref, inputs }),
      });
      assert.deepEqual([response.status, await response.json()], [400, { error: 'inputs is invalid' }]);
    }
  });

  it('are used in the jobs of the pipeline, with defaults for the others', async () => {
    const { id: pipeline_id } = await run({ environment: 'staging', regions: ['us-1'], canary_percent: 2.5 });
    const { items } = await world.client().page(listPipelineJobs, { id, pipeline_id });
    const names = items.map(({ name }) => name);
    assert.ok(names.includes('deploy to staging') && names.includes('publish v2.0.0'), names.join());
  });

  it('are missing for a push, which creates no pipeline', async () => {
    const { items } = await world.client().page(listBranches, { id, search: '^release' });
    const sha = items[0]?.commit?.id ?? assert.fail();
    await world.client().call(revertCommit, { id, sha, branch: ref });
    assert.deepEqual((await world.client().page(listPipelines, { id, ref })).items, []);
  });
});

describe('declared variables of a CI configuration', () => {
  const world = stage('each');
  const variablesOf = async (of: string, who: Who = 'developer', fullPath = id) =>
    (await world.client(who).query(listDeclaredVariables, { fullPath, ref: of })).project?.ciConfigVariables;

  it('are null until the server has computed them', async () => {
    assert.equal(await variablesOf(ref), null);
    const variables = (await variablesOf(ref)) ?? assert.fail();
    assert.deepEqual(
      variables.map(({ key, value, description, valueOptions }) => [key, value, description, valueOptions]),
      [
        ['LOG_LEVEL', 'info', 'Log level of the deployment', ['debug', 'info', 'warning']],
        ['DEPLOY_TOKEN', undefined, 'Token for the deployment', null],
      ],
    );
    assert.equal(await variablesOf('main'), null);
    assert.deepEqual(await variablesOf('main'), []);
  });

  it('are empty for an unknown ref, and stay null for users who cannot run pipelines', async () => {
    assert.deepEqual(await variablesOf('nowhere'), []);
    assert.deepEqual(await variablesOf('main', 'maintainer', 'acme/handbook'), []);
    for (let count = 0; count < 2; count++) assert.equal(await variablesOf(ref, 'reporter'), null);
  });

  it('have their values in the jobs of the pipeline', async () => {
    const variables = [{ key: 'LOG_LEVEL', value: 'debug' }];
    const inputs = { environment: 'staging' };
    const { id: pipeline_id } = await world.client().call(createPipeline, { id, ref, variables, inputs });
    world.sandbox.advance(60_000);
    const { items } = await world.client().page(listPipelineJobs, { id, pipeline_id });
    const install = items.find(({ name }) => name === 'install') ?? assert.fail();
    const log = await world.client().text(getJobTrace, { id, job_id: install.id });
    assert.ok(log.kind === 'whole');
    assert.match(Buffer.from(log.bytes).toString('utf8'), /Custom variables: DEPLOY_TOKEN, LOG_LEVEL/);
  });
});
