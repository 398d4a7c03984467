import assert from 'node:assert/strict';
import { listDiffs } from '../../src/api/endpoints/diffs';
import * as discussions from '../../src/api/endpoints/discussions';
import { getMergeRequest, updateMergeRequest } from '../../src/api/endpoints/merge-requests';
import { getCommit } from '../../src/api/endpoints/repository';
import { applySuggestion, applySuggestions } from '../../src/api/endpoints/suggestions';
import { ends, stage, type Who } from './stage';

const request = { id: 'acme/storefront', merge_request_iid: 15 };
const FILE = 'src/cart/page.ts';

describe('suggestions', () => {
  const world = stage('each');
  const one = () => world.client().call(getMergeRequest, request);
  const lines = async (): Promise<string[]> => {
    const { source_branch: ref } = await one();
    const path = `/projects/1/repository/files/${encodeURIComponent(FILE)}/raw`;
    const response = await fetch(`${world.sandbox.url}/api/v4${path}?ref=${encodeURIComponent(ref ?? '')}`, {
      headers: { 'private-token': world.sandbox.tokens.maintainer },
    });
    assert.equal(response.status, 200);
    return (await response.text()).split('\n');
  };
  const head = async () => {
    const { sha } = await one();
    return world.client().call(getCommit, { id: request.id, sha: sha ?? '' });
  };
  /** Returns added lines of the file, which can have comments. */
  const added = async (): Promise<number[]> => {
    const files = (await world.client().page(listDiffs, request)).items;
    const diff = files.find(({ new_path: path }) => path === FILE)?.diff ?? '';
    let line = 0;
    return diff.split('\n').flatMap((text) => {
      const start = /^@@ -\S+ \+(\d+)/.exec(text)?.[1];
      if (start !== undefined) line = Number(start) - 1;
      else if (!text.startsWith('-')) line++;
      return text.startsWith('+') ? [line] : [];
    });
  };
  /** Suggests text for a line as a user. Returns the suggestion and its thread. */
  const suggest = async (who: Who, line: number, text: string, above = 0) => {
    const { diff_refs: refs } = await one();
    const made = await world.client(who).call(discussions.createDiscussion, {
      ...request,
      body: `\`\`\`suggestion:-${above}+0\n${text}\n\`\`\``,
      position: {
        base_sha: refs?.base_sha ?? '',
        start_sha: refs?.start_sha ?? '',
        head_sha: refs?.head_sha ?? '',
        position_type: 'text',
        old_path: FILE,
        new_path: FILE,
        new_line: line,
      },
    });
    const suggestion = made.notes[0]?.suggestions?.[0];
    assert.ok(suggestion);
    return { id: suggestion.id, thread: made.id, appliable: suggestion.appliable };
  };
  const shown = async (id: number) => {
    const { items } = await world.client().page(discussions.listDiscussions, { ...request, per_page: 100 });
    return items
      .flatMap(({ notes }) => notes)
      .flatMap((note) => (note.suggestions ?? []).map((each) => ({ note, ...each })))
      .find((each) => each.id === id);
  };
  const apply = (id: number, who: Who = 'maintainer', commit_message?: string) =>
    world
      .client(who)
      .call(applySuggestion, { id, ...(commit_message === undefined ? {} : { commit_message }) });

  it('are committed to the source branch, as the user who made them', async () => {
    const [line = 0] = await added();
    const [before, was] = [await lines(), await one()];
    const { id } = await suggest('reporter', line, 'const better = 1;');
    assert.equal((await apply(id)).applied, false, 'the response is the suggestion before');
    const expected = before.with(line - 1, 'const better = 1;');
    assert.deepEqual(await lines(), expected);
    const commit = await head();
    assert.deepEqual(
      [commit.message?.trim(), commit.author_name, commit.parent_ids],
      [
        'Apply 1 suggestion(s) to 1 file(s)\n\nCo-authored-by: Ravi Menon <ravi@acme.example>',
        'Ravi Menon',
        [was.sha],
      ],
    );
    const now = await shown(id);
    assert.deepEqual([now?.applied, now?.appliable, now?.note.resolved], [true, false, false]);
    await ends(apply(id), 'bad-request', 400, /^Can't apply this suggestion\.$/);
  });

  it('are committed together, with one commit and the trailers of their authors', async () => {
    const [first = 0, second = 0, third = 0] = await added();
    assert.ok(third > second);
    const before = await lines();
    const ids = [
      (await suggest('reporter', third, 'const third = 3;\nconst more = 4;')).id,
      (await suggest('developer', first, 'const first = 1;')).id,
    ];
    const was = await one();
    const applied = await world.client().call(applySuggestions, {
      ids,
      commit_message: 'Use %{suggestions_count} in %{file_paths}\n\n%{co_authored_by}',
    });
    assert.equal(applied.length, 2);
    assert.deepEqual(
      await lines(),
      before
        .with(first - 1, 'const first = 1;')
        .toSpliced(third - 1, 1, 'const third = 3;', 'const more = 4;'),
    );
    const commit = await head();
    assert.deepEqual(commit.parent_ids, [was.sha]);
    assert.deepEqual(commit.message?.trim().split('\n'), [
      `Use 2 in ${FILE}`,
      '',
      'Co-authored-by: Ravi Menon <ravi@acme.example>',
      'Co-authored-by: Dana Lindqvist <dana@acme.example>',
    ]);
    assert.equal(commit.author_name, 'Marek Novák', 'more than one user made them');
  });

  it('move with the lines that later versions add, and are refused if their lines changed', async () => {
    const [first = 0, second = 0] = await added();
    const above = await suggest('reporter', first, 'const a = 1;\nconst b = 2;');
    const same = await suggest('developer', first, 'const c = 3;');
    const below = await suggest('developer', second, 'const d = 4;');
    const before = await lines();
    await apply(above.id);
    assert.equal((await shown(same.id))?.appliable, false);
    const changed = /^Can't apply as this line was changed in a more recent version\.$/;
    await ends(apply(same.id), 'bad-request', 400, changed);
    assert.equal((await shown(below.id))?.appliable, true);
    await apply(below.id);
    assert.deepEqual(
      await lines(),
      before.with(second - 1, 'const d = 4;').toSpliced(first - 1, 1, 'const a = 1;', 'const b = 2;'),
    );
  });

  it("can't be applied together if they overlap, or if one doesn't exist", async () => {
    const [first = 0, second = 0] = await added();
    const one_ = await suggest('reporter', second, 'const a = 1;', second - first);
    const other = await suggest('developer', first, 'const b = 2;');
    const before = await lines();
    const both = (...ids: number[]) => world.client().call(applySuggestions, { ids });
    await ends(
      both(one_.id, other.id),
      'bad-request',
      400,
      /^Suggestions are not applicable as their lines cannot overlap\.$/,
    );
    await ends(both(one_.id, 1), 'not-found', 404, /one or more suggestions were not found\.$/);
    await ends(apply(1), 'not-found', 404, /the suggestion was not found\.$/);
    assert.deepEqual(await lines(), before);
  });

  it("can't be applied without permission to push, in closed merge requests, or without a change", async () => {
    const [line = 0] = await added();
    const text = (await lines())[line - 1] ?? '';
    const { id } = await suggest('reporter', line, 'const a = 1;');
    for (const who of ['reporter', 'guest'] as const) await ends(apply(id, who), 'forbidden', 403);
    await ends(apply(id, 'nobody'), 'unauthorized', 401);
    const same = await suggest('reporter', line, text);
    assert.equal(same.appliable, false);
    await ends(apply(same.id), 'bad-request', 400, /^This suggestion already matches its content\.$/);
    await world.client().call(updateMergeRequest, { ...request, state_event: 'close' });
    await ends(apply(id), 'bad-request', 400, /^This merge request is closed\./);
  });
});
