import assert from 'node:assert/strict';
import { withSandbox } from '../sandbox/helpers/sandbox';
import { describeWith, runIn, runtimeOf } from '../sdk/helpers/programs';

const FETCHING_MS = 300_000;

/** Start of every program. Programs print their results as JSON. */
const SET_UP = `import gitlab, json, os
server = gitlab.Gitlab(os.environ["SERVER"], private_token=os.environ["TOKEN"])
project = server.projects.get("acme/storefront")

def refusal(call):
    try:
        call()
    except gitlab.exceptions.GitlabError as error:
        return [error.response_code, error.error_message]
    return "was not refused"

`;

describeWith('pythonGitlab', 'python-gitlab, as Debian has it', () => {
  const world = withSandbox({}, 'once');

  /** Runs a program as a developer, and returns what it prints. */
  async function found(program: string): Promise<unknown> {
    const { url, tokens } = world().sandbox;
    const runtime = await runtimeOf('pythonGitlab');
    const env = { ...runtime.env, SERVER: url, TOKEN: tokens.developer };
    const files = { 'main.py': SET_UP + program };
    const { code, output } = await runIn(files, { ...runtime, env }, ['-W', 'ignore', 'main.py']);
    assert.equal(code, 0, output);
    return JSON.parse(output);
  }

  it('lists all jobs with offset and keyset pagination, filters by status, and gets a log', async function () {
    this.timeout(FETCHING_MS);
    assert.deepEqual(
      await found(`
jobs = project.jobs.list(iterator=True, per_page=100)
by_page = [job.id for job in jobs]
by_keyset = [job.id for job in project.jobs.list(
    iterator=True, pagination="keyset", order_by="id", sort="desc", per_page=100)]
some = project.jobs.list(scope=["failed", "manual"], get_all=True)
ended = project.jobs.get(project.jobs.list(scope="success", per_page=1, get_all=False)[0].id)
print(json.dumps({
    "same": by_page == by_keyset,
    "counted": jobs.total == len(by_page),
    "statuses": sorted({job.status for job in some}),
    "log": "Job succeeded" in ended.trace().decode(),
    "missing": refusal(lambda: project.jobs.get(987654321)),
    "unknown": refusal(lambda: project.jobs.list(scope="odd", get_all=False)),
}))`),
      {
        same: true,
        counted: true,
        statuses: ['failed', 'manual'],
        log: true,
        missing: [404, '404 Not found'],
        unknown: [400, 'scope does not have a valid value'],
      },
    );
  });

  it('changes a merge request, clears its fields, and merges it', async function () {
    this.timeout(FETCHING_MS);
    assert.deepEqual(
      await found(`
request = project.mergerequests.get(12)
results = []

def save(**values):
    for name, value in values.items():
        setattr(request, name, value)
    request.save()
    results.append([request.labels, [user["id"] for user in request.assignees], request.state])

save(labels=["bug", "late"], assignee_ids=[3, 4])
save(labels=[], assignee_ids=[], state_event="close")
save(state_event="reopen")
results.append(request.time_estimate("3h30m")["human_time_estimate"])
results.append([diff.state for diff in request.diffs.list(get_all=True)])
request.merge(sha=request.sha)
results.append(request.state)
results.append(refusal(request.merge))
print(json.dumps(results))`),
      [
        [['bug', 'late'], [3, 4], 'opened'],
        [[], [], 'closed'],
        [[], [], 'opened'],
        '3h 30m',
        ['collected', 'collected', 'collected'],
        'merged',
        [405, '405 Method Not Allowed'],
      ],
    );
  });
});
