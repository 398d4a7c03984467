import assert from 'node:assert/strict';
import { ApiError, type ApiErrorFacts } from '../../../src/api/errors';
import { GitFailedError, GitNotRunError, NotFetchedError } from '../../../src/domain/git/failure';
import {
  type InitialFormData,
  initialFormValues,
} from '../../../src/domain/merge-requests/new-merge-request-values';
import { createForm } from '../../../src/presentation/merge-requests/create-form';
import {
  extentLabel,
  failureOf,
  problemSentences,
  pushHint,
} from '../../../src/presentation/merge-requests/create-messages';
import type { CreateModel } from '../../../src/presentation/merge-requests/create-model';
import { createPage, createStart } from '../../../src/presentation/merge-requests/create-page';
import { explainMergeRequests } from '../../../src/presentation/merge-requests/errors';
import { registerErrorMessages } from '../../../src/presentation/shared/error-messages';
import { fieldsOf } from '../../../src/presentation/shared/forms/form-fields';

registerErrorMessages(explainMergeRequests);

const initialData: InitialFormData = {
  source: '1 file:///shop',
  sourceBranch: 'feature/42-x',
  target: '1',
  targetBranch: 'main',
  isFork: false,
  templates: [],
  commits: [],
  push: { kind: 'same' },
  squashOption: 'default_off',
  removesSourceBranch: true,
};
const commit = { sha: 'a'.repeat(40), subject: 'One', author: 'Mara', at: 0 };
const plain: CreateModel = {
  sources: [{ value: '1 file:///shop', label: 'acme/storefront' }],
  targets: [{ value: '1', label: 'acme/storefront' }],
  values: initialFormValues(initialData, 'commits', undefined),
  errors: {},
  push: { kind: 'same' },
  pushable: false,
  commits: [commit],
  files: 1,
  loading: false,
  open: [],
  templates: [],
  offersTemplate: false,
  canPutBack: false,
  issue: undefined,
  names: {},
  me: undefined,
  freeLabels: false,
  writing: { previewed: undefined, uploads: [] },
  squashRule: 'free',
  isFork: false,
  keptAt: undefined,
  failure: undefined,
  now: 1000,
};
const pageOf = (changes: Partial<CreateModel>): string => createPage({ ...plain, ...changes }).toString();
const namesOf = (changes: Partial<CreateModel>): readonly string[] =>
  fieldsOf(createForm({ ...plain, ...changes })).map(({ name }) => name);

const refused = (facts: Partial<ApiErrorFacts>) =>
  failureOf(new ApiError({ kind: 'bad-request', endpoint: 'POST /x', host: 'a.example', ...facts }), {
    pushed: false,
  });

describe('page for a new merge request', () => {
  it('omits fields with only one possible value', () => {
    const names = namesOf({});
    for (const name of ['source', 'target', 'push', 'template', 'closes', 'allowCollaboration']) {
      assert.ok(!names.includes(name), name);
    }
    const all = namesOf({
      sources: [...plain.sources, { value: '5 file:///shop', label: 'dana/storefront' }],
      targets: [...plain.targets, { value: '5', label: 'dana/storefront' }],
      push: { kind: 'unpushed' },
      pushable: true,
      templates: ['Bug'],
      issue: 42,
      isFork: true,
    });
    for (const name of ['source', 'target', 'push', 'template', 'closes', 'allowCollaboration']) {
      assert.ok(all.includes(name), name);
    }
  });

  it('shows what would be merged, and that there is nothing to merge', () => {
    assert.match(pageOf({}), /1 commit · 1 file changed/);
    assert.match(
      pageOf({ commits: [] }),
      /Nothing to merge\. main already contains all commits from feature\/42-x\./,
    );
    assert.match(pageOf({ commits: undefined, loading: true }), /Comparing branches…/);
    assert.match(pageOf({ commits: undefined }), /No commit preview available\./);
    assert.equal(extentLabel(2, undefined), '2 commits');
    assert.equal(extentLabel(100, 1234), '100+ commits · 1,234 files changed');
  });

  it('shows how the branch relates to the server', () => {
    assert.equal(pushHint({ kind: 'ahead', by: 1 }, 'x'), "1 commit hasn't been pushed yet.");
    assert.equal(pushHint({ kind: 'ahead', by: 3 }, 'x'), "3 commits haven't been pushed yet.");
    assert.equal(pushHint({ kind: 'same' }, 'x'), undefined);
    assert.match(
      pageOf({ push: { kind: 'behind' } }),
      /commits on feature\/42-x that aren&#39;t in your local branch/,
    );
    assert.match(pageOf({ push: { kind: 'diverged' } }), /pull or push manually first/);
    assert.match(
      pageOf({ push: { kind: 'ahead', by: 2 } }),
      /2 commits haven&#39;t been pushed yet\. Push manually because the local branch has a different name\./,
    );
  });

  it('shows the squash setting of the project', () => {
    assert.match(pageOf({ squashRule: 'always' }), /Required in this project\./);
    assert.match(pageOf({ squashRule: 'never' }), /Not allowed in this project\./);
  });

  it('escapes names and texts', () => {
    const hostile = '"><img src=x onerror=alert(1)>\u202e';
    const page = pageOf({
      values: {
        ...plain.values,
        title: hostile,
        description: hostile,
        labels: [hostile],
        sourceBranch: hostile,
      },
      commits: [{ ...commit, subject: hostile, author: hostile }],
      open: [{ iid: 3, title: hostile, into: hostile }],
      failure: { text: hostile, fields: {}, existing: undefined, steps: ['sign-in'] },
      sources: [
        { value: hostile, label: hostile },
        { value: 'b', label: 'b' },
      ],
    });
    assert.ok(!page.includes('<img'));
    assert.ok(!createStart(hostile).toString().includes('<img'));
  });

  it('shows a failure with the next step and the existing merge request', () => {
    const failure = refused({
      kind: 'conflict',
      serverMessage: 'Another open merge request already exists for this source branch: !38',
    });
    assert.equal(failure.existing, 38);
    assert.match(pageOf({ failure }), /data-act="openExisting" value="38"/);
    assert.match(pageOf({ failure: refused({ kind: 'unauthorized', status: 401 }) }), /data-act="signIn"/);
  });
});

describe('errors of creating a merge request', () => {
  it('are shown at the fields that the server names', () => {
    assert.deepEqual(refused({ serverMessage: 'title: is too long; base: no' }), {
      text: "Couldn't create the merge request. The server responded: base: no",
      fields: { title: 'The server responded: is too long' },
      existing: undefined,
      steps: [],
    });
    assert.deepEqual(
      refused({ kind: 'unprocessable', serverMessage: 'Target branch "mian" does not exist' }).fields,
      { targetBranch: 'The server responded: Target branch "mian" does not exist' },
    );
  });

  it('contain the message of Git if the push was rejected', () => {
    const { text, steps } = failureOf(new GitFailedError('Updates were rejected'), { pushed: false });
    assert.equal(text, "Couldn't create the merge request. Git: Updates were rejected");
    assert.ok(steps.includes('retry'));
  });

  it("name a ref that wasn't fetched, and Git only for its own messages", () => {
    const why = (error: unknown) => failureOf(error, { pushed: false }).text;
    assert.equal(
      why(new NotFetchedError('refs/heads/x', 'origin')),
      "Couldn't create the merge request. Couldn't find refs/heads/x after fetching from the remote origin.",
    );
    assert.equal(
      why(new GitNotRunError('The repository is closed.')),
      "Couldn't create the merge request. The repository is closed.",
    );
  });

  it('contain whether the branch was pushed', () => {
    const error = new ApiError({
      kind: 'network',
      endpoint: 'POST /x',
      host: 'a.example',
      detail: 'ECONNRESET',
    });
    assert.match(
      failureOf(error, { pushed: true }).text ?? '',
      /^Branch pushed\. Couldn't create the merge request\./,
    );
  });

  it('contain a sentence for each problem', () => {
    const branches = { source: 'x', target: 'y', project: 'acme/storefront' };
    assert.deepEqual(problemSentences({ title: 'missing', targetBranch: 'no-such-branch' }, branches), {
      title: 'Enter a title.',
      targetBranch: "Branch y doesn't exist in acme/storefront.",
    });
    for (const [field, problem] of [
      ['title', 'too-long'],
      ['description', 'too-long'],
      ['sourceBranch', 'missing'],
      ['sourceBranch', 'no-such-branch'],
      ['targetBranch', 'missing'],
      ['targetBranch', 'same-branch'],
      ['push', 'unpushed'],
    ] as const) {
      assert.ok(problemSentences({ [field]: problem }, branches)[field], `${field} ${problem}`);
    }
  });
});
