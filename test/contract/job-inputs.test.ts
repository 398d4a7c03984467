import assert from 'node:assert/strict';
import { getJobTrace, listPipelineJobs, playJob, retryJob } from '../../src/api/endpoints/jobs';
import { lintConfiguration, listPipelines } from '../../src/api/endpoints/pipelines';
import type { JsonObject } from '../../src/base/json-value';
import { ends, stage } from './stage';

const id = 'acme/storefront';

describe('inputs of jobs', () => {
  const world = stage('each');
  const client = (who: 'maintainer' | 'developer' = 'developer') => world.client(who);

  /** A manual job that declares inputs. */
  async function production() {
    const { items } = await client().page(listPipelines, { id, ref: 'main' });
    for (const { id: pipeline_id } of items) {
      const jobs = (await client().page(listPipelineJobs, { id, pipeline_id })).items;
      const found = jobs.find(({ name, status }) => name === 'deploy-production' && status === 'manual');
      if (found !== undefined) return found;
    }
    return assert.fail('no manual job');
  }
  const logOf = async (job_id: number): Promise<string> => {
    world.sandbox.advance(10 * 60_000);
    const log = await client().text(getJobTrace, { id, job_id });
    return log.kind === 'whole' ? Buffer.from(log.bytes).toString('utf8') : '';
  };

  it('are in the configuration of the commit', async () => {
    const { commit } = await production();
    const { merged_yaml: text } = await client().call(lintConfiguration, {
      id,
      content_ref: commit?.id ?? '',
    });
    assert.match(text ?? '', /^deploy-production:\n(?: {2}.*\n)*? {2}inputs:\n {4}region:\n/m);
    const missing = client().call(lintConfiguration, { id, content_ref: 'f'.repeat(40) });
    await ends(missing, 'not-found', 404, /Commit Not Found/);
    const without = await client('maintainer').call(lintConfiguration, { id: 'acme/handbook' });
    assert.equal(without.merged_yaml, null);
  });

  it('are used by a manual job and its next attempts, which can change them', async () => {
    const { id: job_id } = await production();
    await client().call(playJob, { id, job_id, job_inputs: { region: 'us-1', replicas: 5 } });
    assert.match(await logOf(job_id), /^.*Inputs: region="us-1", replicas=5$/m);
    const next = await client().call(retryJob, { id, job_id, inputs: { replicas: 1 } });
    assert.match(await logOf(next.id), /^.*Inputs: region="us-1", replicas=1$/m);
    const last = await client().call(retryJob, { id, job_id: next.id });
    assert.match(await logOf(last.id), /^.*Inputs: region="us-1", replicas=1$/m);
  });

  it('are rejected if they are not declared or not valid (400)', async () => {
    const { id: job_id } = await production();
    const refuses = (job_inputs: JsonObject, message: RegExp) =>
      ends(client().call(playJob, { id, job_id, job_inputs }), 'bad-request', 400, message);
    await refuses({ moon: 1 }, /unknown input arguments: moon/);
    await refuses({ region: 'moon' }, /`region` input: `moon` cannot be used/);
    await refuses({ replicas: 'two' }, /`replicas` input: .* not a number/);
    assert.equal((await production()).id, job_id, 'the job is still manual');
  });
});
