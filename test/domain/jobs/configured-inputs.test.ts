import assert from 'node:assert/strict';
import { configuredInputs } from '../../../src/domain/jobs/configured-inputs';

const names = (configuration: unknown, job: string): readonly string[] =>
  configuredInputs(configuration, job).map(({ name }) => name);

describe('inputs that a job declares in a CI configuration', () => {
  it('have their type, description, default, options, and pattern', () => {
    const inputs = {
      target: { default: 'staging', options: ['staging', 'production'], description: 'Where to deploy' },
      replicas: { type: 'number', default: 3 },
      dry_run: { type: 'boolean', default: false },
      regions: { type: 'array', default: ['eu-1'] },
      version: { default: 'v1', regex: String.raw`^v\d+$` },
    };
    assert.deepEqual(
      configuredInputs({ deploy: { stage: 'deploy', inputs } }, 'deploy').map((input) => [
        input.name,
        input.type,
        input.required,
        input.default,
        input.options,
        input.description ?? input.regex,
      ]),
      [
        ['target', 'string', false, 'staging', ['staging', 'production'], 'Where to deploy'],
        ['replicas', 'number', false, 3, [], undefined],
        ['dry_run', 'boolean', false, false, [], undefined],
        ['regions', 'array', false, ['eu-1'], [], undefined],
        ['version', 'string', false, 'v1', [], String.raw`^v\d+$`],
      ],
    );
  });

  it('are those of the job that parallel jobs were created from', () => {
    const configuration = { test: { inputs: { a: {} } }, 'test 1/2': { inputs: { b: {} } } };
    assert.deepEqual(names(configuration, 'test 2/2'), ['a']);
    assert.deepEqual(names(configuration, 'test: [linux, 20]'), ['a']);
    assert.deepEqual(names(configuration, 'test 1/2'), ['b'], 'the same name is preferred');
    assert.deepEqual(names(configuration, 'test 2'), []);
  });

  it('are none for anything else', () => {
    for (const configuration of [undefined, null, 'text', [], {}, { test: 1 }, { test: { inputs: [1] } }])
      assert.deepEqual(names(configuration, 'test'), []);
    assert.deepEqual(names({}, 'constructor'), []);
    assert.deepEqual(
      configuredInputs({ test: { inputs: { a: null, b: { type: 1, options: 2 } } } }, 'test'),
      [
        {
          name: 'a',
          type: 'string',
          description: undefined,
          required: false,
          default: undefined,
          options: [],
          regex: undefined,
          rules: [],
        },
        {
          name: 'b',
          type: 'string',
          description: undefined,
          required: false,
          default: undefined,
          options: [],
          regex: undefined,
          rules: [],
        },
      ],
    );
  });
});
