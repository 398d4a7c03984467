import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { approvalsSchema } from '../../src/schemas/approvals';
import { discussionSchema, draftNoteSchema, noteSchema } from '../../src/schemas/discussion';
import { MergeRequests } from './helpers/merge-requests';
import { type Ask, withSandbox } from './helpers/sandbox';

describe('discussions of a merge request', () => {
  const world = withSandbox({}, 'each');
  const requests = new MergeRequests(world);
  const path = '/projects/1/merge_requests/11';

  const call = async <T>(schema: z.ZodMiniType<T>, below: string, ask: Ask, status: number): Promise<T> => {
    const response = await world().ask(`${path}${below}`, ask);
    const body: unknown = await response.json();
    assert.equal(response.status, status, JSON.stringify(body));
    return z.parse(schema, body);
  };
  const discussions = () => call(z.array(discussionSchema), '/discussions', {}, 200);

  /** Returns the first line that the merge request adds. */
  const addedLine = async (): Promise<number> => {
    const [diff] = await requests.get('11/diffs');
    const [, first = '', offset = ''] =
      /^@@ -\d+,\d+ \+(\d+).*\n((?: .*\n)*)\+/.exec(String(diff?.['diff'])) ?? [];
    return Number(first) + offset.split('\n').length - 1;
  };

  it('resolves threads until the merge request is mergeable', async () => {
    assert.equal((await requests.one(11)).blocking_discussions_resolved, false);
    for (const { id, notes } of await discussions()) {
      if (notes.some(({ system }) => system)) continue;
      await call(discussionSchema, `/discussions/${id}`, { method: 'PUT', json: { resolved: true } }, 200);
    }
    const request = await requests.one(11);
    assert.deepEqual(
      [request.blocking_discussions_resolved, request.detailed_merge_status],
      [true, 'mergeable'],
    );
  });

  it("adds a comment on a line of the diff, and rejects lines that don't exist", async () => {
    const { diff_refs: refs } = await requests.one(11);
    const position = {
      ...refs,
      position_type: 'text',
      old_path: 'src/catalog/search.ts',
      new_path: 'src/catalog/search.ts',
    };
    const at = (line: number): Ask => ({
      method: 'POST',
      json: { body: 'Why?', position: { ...position, new_line: line } },
    });
    const line = await addedLine();
    const made = await call(discussionSchema, '/discussions', at(line), 201);
    assert.equal(made.notes[0]?.position?.new_line, line);
    assert.equal((await world().ask(`${path}/discussions`, at(9_999))).status, 400);
  });

  it('returns suggestions of a comment, with the lines of its version', async () => {
    const { diff_refs: refs } = await requests.one(11);
    const file = 'src/catalog/search.ts';
    const line = await addedLine();
    const body = 'Shorter:\n\n```suggestion:-1+0\nOne.\n```\n\n```suggestion\n```\n';
    const position = { ...refs, position_type: 'text', old_path: file, new_path: file, new_line: line };
    const json = { body, position };
    const made = await call(discussionSchema, '/discussions', { method: 'POST', json }, 201);
    const fromForm = { ...json, body: body.replaceAll('\n', '\r\n') };
    const other = await call(discussionSchema, '/discussions', { method: 'POST', json: fromForm }, 201);
    const raw = await world().ask(
      `/projects/1/repository/files/${encodeURIComponent(file)}/raw?ref=${refs?.head_sha ?? ''}`,
    );
    const lines = (await raw.text()).split('\n');
    const shown = made.notes[0]?.suggestions?.map((each) => [
      ...[each.from_line, each.to_line, each.from_content, each.to_content],
      ...[each.appliable, each.applied],
    ]);
    assert.deepEqual(shown, [
      [line - 1, line, `${lines[line - 2]}\n${lines[line - 1]}\n`, 'One.\n', true, false],
      // Empty texts are omitted.
      [line, line, `${lines[line - 1]}\n`, undefined, true, false],
    ]);
    assert.equal(other.notes[0]?.suggestions?.length, 2);
  });

  it('lets users reply to, edit, and delete comments', async () => {
    const made = await call(discussionSchema, '/discussions', { method: 'POST', json: { body: 'Hm.' } }, 201);
    const below = `/discussions/${made.id}/notes`;
    const note = await call(
      noteSchema,
      below,
      { method: 'POST', json: { body: 'Oh!' }, as: 'reporter' },
      201,
    );
    const mine = `${below}/${note.id}`;
    const edit = (as: 'reporter' | 'developer'): Ask => ({ method: 'PUT', json: { body: 'Ah!' }, as });
    assert.equal((await world().ask(`${path}${mine}`, edit('developer'))).status, 403);
    assert.equal((await call(noteSchema, mine, edit('reporter'), 200)).body, 'Ah!');
    assert.equal((await world().ask(`${path}${mine}`, { method: 'DELETE', as: 'reporter' })).status, 204);
    assert.equal((await discussions()).at(-1)?.notes.length, 1);
    assert.equal((await world().post(`${path}/discussions`, { json: { body: ' ' } })).status, 400);
  });

  it('shows draft notes only to their author until they are published', async () => {
    const [first] = await discussions();
    const draft = (json: Record<string, unknown>) =>
      call(draftNoteSchema, '/draft_notes', { method: 'POST', json }, 201);
    await draft({ note: 'One' });
    await draft({ note: 'Two', in_reply_to_discussion_id: first?.id, resolve_discussion: true });
    const second = { note: 'Second', in_reply_to_discussion_id: first?.id };
    assert.equal((await world().post(`${path}/draft_notes`, { json: second })).status, 400);
    const { id } = await draft({ note: 'Three' });
    assert.equal((await world().ask(`${path}/draft_notes/${id}`, { method: 'DELETE' })).status, 204);
    const seen = (as: 'maintainer' | 'developer') =>
      call(z.array(draftNoteSchema), '/draft_notes', { as }, 200);
    assert.deepEqual([(await seen('maintainer')).length, (await seen('developer')).length], [2, 0]);
    assert.equal((await world().post(`${path}/draft_notes/bulk_publish`)).status, 204);
    const after = await discussions();
    assert.equal(after.at(-1)?.notes[0]?.body, 'One');
    assert.equal(after[0]?.notes.at(-1)?.resolved, true);
    assert.equal((await seen('maintainer')).length, 0);
  });

  it('approves once, only with the current SHA', async () => {
    const approve = (json: unknown, as: Ask['as'] = 'owner') =>
      world().post('/projects/1/merge_requests/18/approve', { json, as });
    assert.equal((await approve({ sha: 'other' })).status, 409);
    assert.equal((await approve({}, 'maintainer')).status, 401);
    const approved = await approve({ sha: (await requests.one(18)).sha });
    assert.equal(approved.status, 201);
    assert.equal(z.parse(approvalsSchema, await approved.json()).approvals_left, 0);
    assert.equal((await approve({})).status, 304);
    assert.equal((await requests.one(18)).detailed_merge_status, 'ci_must_pass');
    const back = await world().post('/projects/1/merge_requests/18/unapprove', { as: 'owner' });
    assert.equal(back.status, 201);
    assert.equal((await requests.one(18)).detailed_merge_status, 'not_approved');
  });
});
