import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { jobTokenPage, type JobTokenState } from '../../../src/presentation/jobs/job-token-page';
import { aJob } from '../../builders/jobs';

const NOW = Date.parse('2026-01-02T10:00:00Z');
const AGENTS = {
  allowed_agents: [
    { id: 5, config_project: { id: 9, path_with_namespace: 'acme/clusters' } },
    { id: 6, config_project: { id: 10 } },
    { id: 7 },
  ],
  job: { id: 1 },
  pipeline: { id: 2 },
  project: { id: 3, groups: [{ id: 30 }, { id: 31 }] },
  user: { username: 'ada' },
};
const page = (agents: JobTokenState['agents'] = { known: AGENTS }, job: Parameters<typeof aJob>[0] = {}) =>
  jobTokenPage({ base: 'https://git.example', job: aJob(job), agents }, NOW);

describe('document of a job token', () => {
  it('lists the agents with their projects, and the user, project, and groups', () => {
    assert.match(
      page().text,
      /\nAgents for Kubernetes\nAgent #5 {2}acme\/clusters\nAgent #6 {2}Project ID: 10\nAgent #7\n\nUser {8}@ada\nProject ID {2}3\nGroup IDs {3}#30, #31$/,
    );
  });

  it('states that the job can use no agents, or why they are unknown', () => {
    assert.match(page({ known: { ...AGENTS, allowed_agents: [] } }).text, /\nThe job can use no agents\.\n/);
    const error = new ApiError({
      kind: 'server',
      endpoint: 'GET /job/allowed_agents',
      host: 'git.example',
      status: 500,
      sent: true,
    });
    const { text } = page({ error });
    assert.match(text, /\nCouldn't load the agents\.\n.*git\.example/);
  });

  it('shows whether the job token is limited to the allowlist of its project', () => {
    const lineOf = (project: unknown) => /^Limit access.*$/m.exec(page(undefined, { project }).text)?.[0];
    assert.match(
      lineOf({ ci_job_token_scope_enabled: true }) ?? '',
      /^Limit access from this project {2}on$/,
    );
    assert.match(lineOf({ ci_job_token_scope_enabled: false }) ?? '', / {2}off$/);
    assert.equal(lineOf(null), undefined);
  });

  it('leaves out what the server did not return, and links to the log only with a project', () => {
    const full = page(undefined, { pipeline: { id: 2, project_id: 3, status: 'running' } });
    assert.equal(full.places[0]?.place.project, 3);
    const { text, places } = page(undefined, { pipeline: null, user: null, commit: null, ref: null });
    assert.deepEqual(places, []);
    assert.doesNotMatch(text, /^(?:Pipeline|Started by|Commit|Branch)/m);
    assert.doesNotMatch(text, /null|undefined/);
  });
});
