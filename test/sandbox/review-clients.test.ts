import assert from 'node:assert/strict';
import { request } from 'node:http';
import { connect } from 'node:net';
import { MergeRequests } from './helpers/merge-requests';
import { errorOf, withSandbox } from './helpers/sandbox';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

describe('request formats of clients', () => {
  const world = withSandbox();
  const status = async (path: string): Promise<number> => (await world().ask(path)).status;

  it("accepts all Boolean values that the service's framework accepts", async () => {
    const { id } = (await world().pipelines())[0] ?? { id: 0 };
    for (const word of ['True', 'False', 'true', '0', '1', 't', 'F', 'yes', 'NO', 'on', 'off']) {
      assert.equal(await status(`/projects/1/pipelines/${id}/jobs?include_retried=${word}`), 200, word);
    }
    for (const word of ['2', 'truth', 'nope']) {
      assert.equal(await status(`/projects/1/pipelines/${id}/jobs?include_retried=${word}`), 400, word);
    }
    const labels = await world().ask('/projects/1/merge_requests?with_labels_details=True&labels=feature');
    assert.match(await labels.text(), /"text_color"/);
  });

  it('accepts "none" and "any" in any case, and as the only value of a list', async () => {
    const requests = new MergeRequests(world);
    const none = await requests.iids('approved_by_ids=None');
    assert.ok(none.length > 0);
    assert.deepEqual(await requests.iids('approved_by_ids[]=None'), none);
    assert.deepEqual(await requests.iids('approved_by_ids=none'), none);
    const any = await requests.iids('assignee_id=Any');
    assert.deepEqual(await requests.iids('assignee_id=any'), any);
    assert.equal(await status('/projects/1/merge_requests?approved_by_ids[]=None&approved_by_ids[]=2'), 400);
  });

  it('accepts both ISO 8601 formats, in UTC without an offset', async () => {
    const requests = new MergeRequests(world);
    const zone = process.env['TZ'];
    // The time zone of the machine must not matter.
    process.env['TZ'] = 'Pacific/Auckland';
    try {
      const [found] = await requests.get('12', 'record');
      const moment = String(found?.['created_at']).replace('Z', '');
      const basic = moment.replace(/[-:]/g, '');
      const forms = [moment, `${moment}000`, moment.replace('T', ' '), basic].flatMap((form) => [
        form,
        ...['Z', '+00:00', '+0000', '-00'].map((offset) => form + offset),
      ]);
      for (const form of forms) {
        const encoded = encodeURIComponent(form);
        const then = await requests.iids(`created_after=${encoded}&created_before=${encoded}`);
        assert.ok(then.includes(12), form);
      }
      const midnight = await requests.iids('updated_after=2026-01-01T00:00:00Z');
      assert.deepEqual(await requests.iids('updated_after=20260101'), midnight);
      assert.equal(await status('/projects/1/pipelines?updated_after=20200101T000000Z'), 200);
      assert.equal(await status('/projects/1/merge_requests?updated_after=20209901'), 400);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('accepts one empty value as an empty list, and comma-separated values in a list', async () => {
    const requests = new MergeRequests(world);
    const put = async (body: string) =>
      (
        await requests.read(
          await world().ask('/projects/1/merge_requests/11', { method: 'PUT', headers: FORM, body }),
        )
      ).labels;
    assert.deepEqual(await put('labels[]=rush,%20late&labels[]=bug'), ['rush', 'late', 'bug']);
    assert.deepEqual(await put('add_labels[]=&remove_labels[]=late'), ['rush', 'bug']);
    assert.deepEqual(await requests.iids('labels[]=rush,bug'), [11]);
    assert.deepEqual(await requests.iids('labels[]='), await requests.iids(''));
    assert.deepEqual(await requests.iids('iids[]=11,12&iids[]=14'), [11, 12, 14]);
    assert.deepEqual(await put('labels[]='), []);
    const cleared = await requests.read(await requests.put('11', { labels: [''] }));
    assert.deepEqual(cleared.labels, []);
  });

  it('accepts a trailing slash and a format extension', async () => {
    for (const path of ['/projects/', '/user/', '/projects/1/jobs/?scope=failed', '/projects/1/']) {
      assert.equal(await status(path), 200, path);
    }
    for (const path of ['/user.json', '/projects/1.json', '/projects/acme%2Fstorefront.json']) {
      assert.equal(await status(path), path.includes('%2F') ? 404 : 200, path);
    }
    assert.equal(await status('/projects/1/merge_requests/11.json'), 200);
    assert.equal(await status('/projects//jobs'), 404);
  });

  it('accepts GET parameters in a body', async () => {
    const { port } = new URL(world().sandbox.url);
    const body = 'scope[]=failed&per_page=2';
    const responseText = await new Promise<string>((resolve, reject) => {
      const headers = {
        ...FORM,
        'PRIVATE-TOKEN': world().sandbox.tokens.reporter,
        'Content-Length': body.length,
      };
      request({ port, path: '/api/v4/projects/1/jobs', headers }, (response) => {
        let text = String(response.headers['x-per-page']);
        response.on('data', (more: Buffer) => (text += more.toString())).on('end', () => resolve(text));
      })
        .on('error', reject)
        .end(body);
    });
    assert.ok(responseText.startsWith('2['));
    assert.ok(!responseText.includes('"status":"success","stage"'));
  });

  it("accepts a personal token in the URL, and doesn't repeat it in links", async () => {
    const token = world().sandbox.tokens.reporter;
    for (const name of ['private_token', 'access_token']) {
      const response = await world().ask(`/projects/1/jobs?per_page=1&${name}=${token}`, { as: 'nobody' });
      assert.equal(response.status, 200, name);
      assert.ok(!response.headers.get('link')?.includes(token));
      const unknown = await world().ask(`/projects/1?${name}=glpat-unknown`, { as: 'nobody' });
      assert.equal(unknown.status, 401, name);
      assert.equal((await world().ask(`/projects/1?${name}=`, { as: 'nobody' })).status, 200, name);
    }
    assert.ok(!JSON.stringify(world().sandbox.requests()).includes(token));
  });

  it('accepts a job token as bearer with an empty one in the URL', async () => {
    const { id } = await world().findJob('running');
    const headers = { Authorization: `Bearer ${world().sandbox.jobToken(id) ?? ''}` };
    assert.equal((await world().ask('/job?job_token=', { as: 'nobody', headers })).status, 200);
  });

  it('returns no content type without a body', async () => {
    const removed = await world().ask('/projects/1/merge_requests/20', { method: 'DELETE', as: 'owner' });
    assert.equal(removed.status, 204);
    assert.deepEqual(
      [removed.headers.get('content-type'), removed.headers.get('content-length')],
      [null, null],
    );
  });

  it('returns 414 for a long URL, even if it arrives together with its headers', async () => {
    const responseText = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(world().sandbox.url).port), '127.0.0.1', () =>
        socket.write(`GET /api/v4/user?x=${'x'.repeat(55_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`),
      );
      socket.on('data', (more) => (text += more.toString('latin1'))).on('error', reject);
      socket.on('close', () => resolve(text));
    });
    assert.match(responseText, /^HTTP\/1\.1 414 /);
  });

  it("accepts an envelope item whose type isn't a string", async () => {
    const created = await world().post('/projects/1/error_tracking/client_keys');
    const key = /"public_key":"(\w+)"/.exec(await created.text())?.[1] ?? '';
    const { url } = world().sandbox;
    const response = await fetch(`${url}/api/v4/error_tracking/collector/api/1/envelope/?sentry_key=${key}`, {
      method: 'POST',
      body: '{}\n{"type":{"toString":1}}\n{}\n',
    });
    assert.equal(response.status, 200);
  });
});

describe('merge request details', () => {
  const world = withSandbox();
  const requests = new MergeRequests(world);

  it('clears the assignee and milestone for an empty value or 0', async () => {
    const path = '/projects/1/merge_requests/11';
    for (const empty of ['', null]) {
      await requests.read(await requests.put('11', { assignee_id: 4, milestone_id: 32 }));
      const { assignee, assignees, milestone } = await requests.read(
        await requests.put('11', { assignee_id: empty, milestone_id: empty }),
      );
      assert.deepEqual([assignee, assignees, milestone], [null, [], null]);
    }
    for (const empty of ['', null, [], [0], ['']]) {
      await requests.put('11', { assignee_ids: [4, 3], reviewer_ids: [2] });
      const { assignees, reviewers } = await requests.read(
        await requests.put('11', { assignee_ids: empty, reviewer_ids: empty }),
      );
      assert.deepEqual([assignees, reviewers], [[], []], JSON.stringify(empty));
    }
    await requests.put('11', { milestone_id: 32 });
    const form = { method: 'PUT', headers: FORM, body: 'milestone_id=' };
    assert.equal((await requests.read(await world().ask(path, form))).milestone, null);
    // In a list filter, an empty value means no filter.
    assert.equal((await world().ask('/projects/1/merge_requests?assignee_id=')).status, 200);
  });

  it('returns allow_collaboration under both names', async () => {
    const set = await requests.read(await requests.put('11', { allow_maintainer_to_push: true }));
    assert.deepEqual([set.allow_collaboration, set.allow_maintainer_to_push], [true, true]);
    const [listed] = await requests.list('/projects/1/merge_requests?iids[]=12');
    assert.deepEqual([listed?.allow_collaboration, listed?.allow_maintainer_to_push], [false, false]);
  });

  it('returns the same merge_user and merged_by, even while auto-merge is set', async () => {
    await requests.tested(14);
    const waiting = await requests.read(
      await requests.put('14/merge', { merge_when_pipeline_succeeds: true }),
    );
    assert.equal(waiting.merge_when_pipeline_succeeds, true);
    assert.deepEqual(waiting.merged_by, waiting.merge_user);
  });

  it('returns the merge ref of a public project without a token', async () => {
    const path = '/projects/1/merge_requests/11/merge_ref';
    const response = await world().ask(path, { as: 'nobody' });
    assert.equal(response.status, 200);
    assert.equal(await (await world().ask(path)).text(), await response.text());
    const hidden = await world().ask('/projects/3/merge_requests/1/merge_ref', { as: 'nobody' });
    assert.deepEqual([hidden.status, await errorOf(hidden)], [404, { message: '404 Project Not Found' }]);
  });

  it('uses a default merge message', async () => {
    const { sha } = await requests.tested(4, 2);
    const options = { sha, merge_commit_message: '', squash_commit_message: ' ', squash: true };
    const merged = await requests.read(await requests.put('4/merge', options, 'maintainer', 2));
    assert.equal(merged.state, 'merged');
    const branch = await world().ask('/projects/2/repository/branches?search=^main');
    assert.match(await branch.text(), /"title":"Merge branch /);
  });
});
