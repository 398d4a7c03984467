import assert from 'node:assert/strict';
import { JobInputs } from '../../../src/app/jobs/job-inputs';
import { regexTimeout } from '../../../src/ui/shared/editor/regex-timeout';
import { clientOf, closeAll } from '../../api/helpers/client';
import { sendJson, startServer } from '../../api/helpers/loopback';
import { aJob } from '../../builders/jobs';

const SHA = 'a'.repeat(40);

describe('inputs of a job', () => {
  afterEach(closeAll);

  /** Loads the inputs of the job `deploy` from a server that responds with this configuration or status. */
  async function load(
    answer: unknown,
    { kind = 'job', sha = SHA }: { kind?: 'job' | 'bridge'; sha?: string } = {},
  ) {
    const server = await startServer((_request, response) => {
      if (typeof answer === 'number') sendJson(response, { message: 'no' }, answer);
      else sendJson(response, { valid: true, merged_yaml: answer });
    });
    const { client } = clientOf(server.url);
    const job = aJob({ id: 5, name: 'deploy', pipeline: { id: 1, sha, status: 'manual' } });
    const key = { base: server.url, project: 1, job: 5 };
    const declared = await new JobInputs(() => client, regexTimeout).load({ key, kind, job });
    return { declared, urls: server.requests.map(({ url }) => url) };
  }

  it('come from the configuration of its commit', async () => {
    const { declared, urls } = await load(
      'deploy:\n  inputs:\n    region: { default: eu-1 }\n  script: [x]\n',
    );
    assert.deepEqual(
      declared.inputs.map(({ name, default: usual }) => [name, usual]),
      [['region', 'eu-1']],
    );
    assert.equal(declared.incomplete, undefined);
    assert.deepEqual(urls, [`/api/v4/projects/1/ci/lint?content_ref=${SHA}`]);
  });

  it('are none without a request for a trigger job', async () => {
    const { declared, urls } = await load('deploy: { inputs: { a: {} } }', { kind: 'bridge' });
    assert.deepEqual([declared.inputs, urls], [[], []]);
  });

  it('are none on servers that have no such endpoint, and incomplete after other errors', async () => {
    for (const status of [400, 403, 404, 405]) {
      const { declared } = await load(status);
      assert.deepEqual(declared, { inputs: [], variables: [] }, String(status));
    }
    const { declared } = await load(500);
    assert.ok(typeof declared.incomplete === 'object');
  });

  it('are none if the configuration is invalid, missing, or much too large', async () => {
    const bomb = [
      'a: &a [x, x]',
      ...Array.from(
        { length: 20 },
        (_, i) =>
          `${'b'.repeat(i + 1)}: &${'b'.repeat(i + 1)} [*${'b'.repeat(i) || 'a'}, *${'b'.repeat(i) || 'a'}]`,
      ),
    ];
    for (const text of [
      null,
      '',
      'deploy: [inputs',
      'deploy: { inputs: { a: {} } }\n---\nother: 1',
      `${bomb.join('\n')}\ndeploy: { inputs: { a: { default: *${'b'.repeat(20)} } } }`,
      `deploy: { inputs: { a: {} } } # ${'x'.repeat(1_000_001)}`,
    ])
      assert.deepEqual((await load(text)).declared.inputs, [], text?.slice(0, 40));
  });

  it('are read from the entry of the job in a long configuration, whatever the others contain', async () => {
    const hidden = Array.from({ length: 40_000 }, (_, index) => `.k${index}: 1`).join('\n');
    const texts = [
      hidden,
      `.x: ${'['.repeat(100_000)}`,
      `.x: ${'{a: '.repeat(50_000)}`,
      `.x: |\n${'  deploy: { inputs: { b: {} } }\n'.repeat(5_000)}`,
    ];
    for (const text of texts)
      for (const name of ['deploy', '"deploy"', "'deploy'"]) {
        const own = `${name}:\n  inputs:\n    region: { default: eu-1 }\n`;
        for (const whole of [`${own}${text}\n`, `${text}\n${own}`]) {
          const { declared } = await load(whole);
          assert.deepEqual(
            declared.inputs.map((each) => each.name),
            ['region'],
            whole.slice(0, 60),
          );
        }
      }
  });

  it('are reported as incomplete if parsing takes too long', async () => {
    const { declared } = await load(`deploy:\n  inputs:\n    a: ${'['.repeat(190_000)}\n`);
    assert.deepEqual(declared.inputs, []);
    const large = await load(`deploy:\n  inputs:\n    a: ${'x'.repeat(200_001)}\n`);
    assert.equal(large.declared.incomplete, 'too-complex');
  });

  it('are read as plain data: tags create no objects, and keys change no prototypes', async () => {
    const { declared } = await load(
      'deploy:\n  inputs:\n    __proto__: { default: 1 }\n    code: { default: !!js/function "x" }\n',
    );
    assert.deepEqual(
      declared.inputs.map(({ name, default: usual }) => [name, usual]),
      [
        ['__proto__', 1],
        ['code', 'x'],
      ],
    );
    assert.equal(Object.getPrototypeOf({}), Object.prototype);
  });
});
