import assert from 'node:assert/strict';
import { isCanceled } from '../../../src/api/errors';
import { DeclaredValues } from '../../../src/app/pipelines/declared-values';
import { clientOf, closeAll } from '../../api/helpers/client';
import { ManualClock, PassingClock } from '../../api/helpers/clocks';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { stage } from '../../contract/stage';

const ref = 'release/2.0';

describe('values that a CI configuration declares', () => {
  const world = stage('each');
  const valuesOf = (path: string | undefined = 'acme/storefront', clock = new PassingClock()) =>
    new DeclaredValues({ clientFor: () => world.client(), clock, pathOf: () => path });
  const project = () => ({ base: world.client().base, project: 1 });

  it('are its inputs and variables after the server has computed them', async () => {
    const clock = new PassingClock();
    const { inputs, variables, incomplete } = await valuesOf(undefined, clock).load(
      { ...project(), project: 'acme/storefront' },
      ref,
    );
    assert.deepEqual(
      inputs.map(({ name, type, required, default: usual }) => [name, type, required, usual]),
      [
        ['environment', 'string', true, undefined],
        ['version', 'string', false, 'v2.0.0'],
        ['canary_percent', 'number', false, 10],
        ['dry_run', 'boolean', false, false],
        ['regions', 'array', false, ['eu-1']],
        ['size', 'string', true, undefined],
      ],
    );
    assert.deepEqual(inputs[0]?.options, ['staging', 'production']);
    const isProduction = { kind: 'equals', input: 'environment', value: 'production' } as const;
    assert.deepEqual(inputs.at(-1)?.rules, [
      {
        condition: {
          kind: 'and',
          conditions: [isProduction, { kind: 'equals', input: 'dry_run', value: 'true' }],
        },
        ...{ options: ['small'], default: 'small' },
      },
      { condition: isProduction, options: ['large', 'extra large'], default: 'large' },
      { condition: undefined, options: ['small', 'medium'], default: 'small' },
    ]);
    assert.deepEqual(variables[0], {
      key: 'LOG_LEVEL',
      value: 'info',
      description: 'Log level of the deployment',
      options: ['debug', 'info', 'warning'],
    });
    assert.equal(incomplete, undefined);
    assert.deepEqual(clock.waits, [500]);
  });

  it('are empty for another project, without a path, and for a ref that does not exist', async () => {
    const none = { inputs: [], variables: [] };
    assert.deepEqual(await valuesOf('acme/nothing').load(project(), ref), none);
    assert.deepEqual(await valuesOf().load(project(), 'nowhere'), none);
    const pathless = new DeclaredValues({
      clientFor: () => assert.fail('no request is sent'),
      clock: new PassingClock(),
      pathOf: () => undefined,
    });
    assert.deepEqual(await pathless.load(project(), ref), none);
  });

  it('are empty on servers without GraphQL or its fields', async () => {
    const none = { inputs: [], variables: [] };
    for (const status of [400, 403, 404, 405]) {
      world.sandbox.faults.add({ kind: 'status', status, path: '/api/graphql', next: 2 });
      assert.deepEqual(await valuesOf().load(project(), ref), none, String(status));
    }
    world.sandbox.faults.add({ kind: 'html', path: '/api/graphql', next: 2 });
    assert.deepEqual(await valuesOf().load(project(), ref), none);
  });

  it('have no rules on servers without the field for them', async () => {
    world.sandbox.faults.add({
      ...{ kind: 'status', status: 200, form: 'text', path: '/api/graphql', next: 1 },
      message: '{"errors":[{"message":"Field \'rules\' doesn\'t exist on type \'CiInputsSpec\'"}]}',
    });
    const { inputs, incomplete } = await valuesOf().load(project(), ref);
    assert.equal(inputs.length, 6);
    assert.deepEqual(
      inputs.flatMap(({ rules }) => rules),
      [],
    );
    assert.equal(incomplete, undefined);
  });

  it('are incomplete if a request fails', async () => {
    world.sandbox.faults.add({ kind: 'status', status: 500, path: '/api/graphql', next: 20 });
    const { inputs, variables, incomplete } = await valuesOf().load(project(), ref);
    assert.deepEqual([inputs, variables], [[], []]);
    assert.ok(typeof incomplete === 'object' && incomplete.error instanceof Error);
  });
});

describe('values on a server that does not finish computing them', () => {
  afterEach(closeAll);

  const server = async () => {
    const asked: string[] = [];
    const { url } = await startServer((request, response) => {
      asked.push(request.body.includes('declaredVariables') ? 'variables' : 'inputs');
      sendJson(response, { data: { project: { ciPipelineCreationInputs: [], ciConfigVariables: null } } });
    });
    return { asked, client: clientOf(url).client };
  };
  const project = { base: 'https://host', project: 'acme/storefront' };

  it('are requested a limited number of times', async () => {
    const { asked, client } = await server();
    const clock = new PassingClock();
    const values = new DeclaredValues({ clientFor: () => client, clock, pathOf: () => undefined });
    assert.deepEqual(await values.load(project, ref), {
      inputs: [],
      variables: [],
      incomplete: 'computing',
    });
    assert.equal(asked.filter((each) => each === 'variables').length, 5);
    assert.deepEqual(clock.waits, [500, 1_000, 2_000, 2_000]);
  });

  it('are no longer requested after a cancellation', async () => {
    const { asked, client } = await server();
    const controller = new AbortController();
    const clock = new ManualClock();
    const wait = (ms: number, signal?: AbortSignal): Promise<void> => {
      const waiting = clock.wait(ms, signal);
      controller.abort();
      return waiting;
    };
    const values = new DeclaredValues({ clientFor: () => client, clock: { wait }, pathOf: () => undefined });
    await assert.rejects(values.load(project, ref, { signal: controller.signal }), isCanceled);
    assert.equal(asked.filter((each) => each === 'variables').length, 1);
  });
});
