import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isDraftTitle } from '../../../src/domain/merge-requests/draft-title';
import {
  closesIssue,
  descriptionToSend,
  duplicateIn,
  issueOf,
  type NewMergeRequest,
  problemsOf,
  refusalByField,
  titleToSend,
} from '../../../src/domain/merge-requests/new-merge-request';
import {
  createValuesOver,
  firstChoice,
  type InitialFormData,
  initialFormValues,
  newMergeRequest,
} from '../../../src/domain/merge-requests/new-merge-request-values';
import {
  filledTemplate,
  initialTexts,
  readableBranch,
  templateNames,
} from '../../../src/domain/merge-requests/template';
import { lengthOf } from '../../../src/domain/merge-requests/text-limits';
import { MAX_DESCRIPTION_LENGTH } from '../../../src/domain/merge-requests/text-limits';

const fine: NewMergeRequest = {
  source: { project: 1, branch: 'feature/x' },
  target: { project: 1, branch: 'main' },
  title: 'Round prices',
  description: '',
  draft: false,
  closes: undefined,
  squash: undefined,
  removeSourceBranch: true,
  allowCollaboration: undefined,
  assignees: [],
  reviewers: [],
  labels: [],
  milestone: undefined,
};

describe('new merge request before it is sent', () => {
  it('is valid with a title and two branches', () => {
    assert.deepEqual(problemsOf(fine), {});
  });

  it('requires a title of at most 255 characters, including the draft prefix', () => {
    assert.deepEqual(problemsOf({ ...fine, title: ' \t' }), { title: 'missing' });
    assert.deepEqual(problemsOf({ ...fine, title: 'x'.repeat(255) }), {});
    assert.deepEqual(problemsOf({ ...fine, title: 'x'.repeat(256) }), { title: 'too-long' });
    assert.deepEqual(problemsOf({ ...fine, title: 'x'.repeat(255), draft: true }), { title: 'too-long' });
    assert.deepEqual(problemsOf({ ...fine, title: '😀'.repeat(255) }), {}, 'a pair is one character');
  });

  it('accepts descriptions of at most 1,048,576 characters, including the closing reference', () => {
    const longest = 'x'.repeat(MAX_DESCRIPTION_LENGTH);
    assert.deepEqual(problemsOf({ ...fine, description: longest }), {});
    assert.deepEqual(problemsOf({ ...fine, description: `${longest}x` }), { description: 'too-long' });
    assert.deepEqual(problemsOf({ ...fine, description: longest, closes: 3 }), { description: 'too-long' });
  });

  it('requires two different branches', () => {
    assert.deepEqual(problemsOf({ ...fine, target: fine.source }), { targetBranch: 'same-branch' });
    assert.deepEqual(
      problemsOf({ ...fine, target: { project: 2, branch: 'feature/x' } }),
      {},
      'of another project',
    );
    assert.deepEqual(problemsOf({ ...fine, target: { project: 1, branch: '' } }), {
      targetBranch: 'missing',
    });
    assert.deepEqual(problemsOf({ ...fine, source: { project: 1, branch: '' } }), {
      sourceBranch: 'missing',
    });
  });

  it('requires existing branches and a source branch that is pushed', () => {
    const known = { push: { kind: 'unpushed' }, sourceExists: true, targetExists: true } as const;
    assert.deepEqual(problemsOf(fine, known), { push: 'unpushed' });
    assert.deepEqual(problemsOf(fine, known, { pushes: true }), {});
    assert.deepEqual(problemsOf(fine, { push: { kind: 'none' }, sourceExists: false, targetExists: false }), {
      sourceBranch: 'no-such-branch',
      targetBranch: 'no-such-branch',
    });
    assert.deepEqual(
      problemsOf(fine, { ...known, targetExists: undefined }, { pushes: true }),
      {},
      'the server does not tell',
    );
  });

  it('is a draft because of its title', () => {
    fc.assert(
      fc.property(fc.string(), (title) => {
        assert.ok(isDraftTitle(titleToSend({ title, draft: true })));
        assert.equal(titleToSend({ title, draft: false }), title.trim());
      }),
    );
  });

  it('closes an issue once', () => {
    assert.equal(descriptionToSend({ description: '', closes: 7 }), 'Closes #7');
    assert.equal(descriptionToSend({ description: 'Because.\n', closes: 7 }), 'Because.\n\nCloses #7');
    assert.equal(descriptionToSend({ description: 'Fixes #7', closes: 7 }), 'Fixes #7');
    assert.equal(descriptionToSend({ description: 'Fixes #77', closes: 7 }), 'Fixes #77\n\nCloses #7');
    for (const text of ['closes #7', 'Closed: #7', 'resolves #7', 'Implements, fixing #7.']) {
      assert.ok(closesIssue(text, 7), text);
    }
    assert.ok(!closesIssue('see #7', 7));
  });

  it('counts characters like servers', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(lengthOf(text), Array.from(text).length);
      }),
    );
  });
});

describe('rejection by the server', () => {
  it('is shown for the fields that it names', () => {
    assert.deepEqual(refusalByField('title: is too long (maximum is 255 characters); base: no'), {
      title: 'is too long (maximum is 255 characters)',
      '': 'base: no',
    });
    assert.deepEqual(refusalByField('title is missing, source_branch is empty'), {
      title: 'is missing',
      sourceBranch: 'is empty',
    });
    assert.deepEqual(refusalByField('Target branch "mian" does not exist'), {
      targetBranch: 'Target branch "mian" does not exist',
    });
    assert.deepEqual(refusalByField("You can't use same project/branch for source and target"), {
      targetBranch: "You can't use same project/branch for source and target",
    });
    assert.deepEqual(refusalByField('Nobody may do this'), { '': 'Nobody may do this' });
  });

  it('contains the existing merge request', () => {
    assert.equal(duplicateIn('Another open merge request already exists for this source branch: !38'), 38);
    assert.equal(duplicateIn('409 Conflict: Resource lock'), undefined);
    assert.equal(duplicateIn(undefined), undefined);
  });

  it('is always shown, for any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (message) => {
        const shown = Object.values(refusalByField(message)).join('');
        assert.ok(message.trim() === '' || shown.length > 0);
      }),
    );
  });
});

describe('initial values of a new merge request', () => {
  const one = { subject: 'Round half cents up', body: 'As the tax office wants it.' };
  const other = { subject: 'Tell how prices are rounded', body: '' };

  it('are the subject and body of a single commit', () => {
    assert.deepEqual(initialTexts('feature/x', [one]), {
      title: 'Round half cents up',
      description: 'As the tax office wants it.',
    });
  });

  it('are a readable branch name and a list of several commits, oldest first', () => {
    assert.deepEqual(initialTexts('feature/42-price_rounding', [one, other]), {
      title: 'Price rounding',
      description: '- Tell how prices are rounded\n- Round half cents up',
    });
    assert.equal(readableBranch('main'), 'Main');
    assert.equal(readableBranch('123-fix-x'), 'Fix x');
    assert.equal(readableBranch('2024'), '2024');
  });

  it('are the default template of the repository if it exists', () => {
    assert.deepEqual(templateNames(['Bug.md', 'default.MD', 'notes.txt', 'A.md']), ['default', 'A', 'Bug']);
    assert.equal(firstChoice(['default', 'A']), 'template:default');
    assert.equal(firstChoice(['A']), 'commits');
    const text =
      '%{source_branch} → %{target_branch}\n%{all_commits}\n%{first_commit}\n%{unknown} %{constructor}';
    assert.equal(
      filledTemplate(text, { sourceBranch: 'x$&', targetBranch: 'main', commits: [one] }),
      'x$& → main\n- Round half cents up\nRound half cents up\n\nAs the tax office wants it.\n%{unknown} %{constructor}',
    );
  });

  it('include closing the issue that the branch name starts with', () => {
    assert.equal(issueOf('123-fix-x'), 123);
    assert.equal(issueOf('fix/123-x'), 123);
    assert.equal(issueOf('fix/#12_x'), 12);
    for (const branch of ['main', 'v2-api', 'release/2024', 'x-123', '0-x']) {
      assert.equal(issueOf(branch), undefined, branch);
    }
  });

  const initialData: InitialFormData = {
    source: '1 file:///shop',
    sourceBranch: 'feature/x',
    target: '1',
    targetBranch: 'main',
    isFork: false,
    templates: [],
    commits: [one],
    push: { kind: 'unpushed' },
    squashOption: 'default_on',
    removesSourceBranch: true,
  };

  it('follow the settings of the project, and include pushing unpushed commits', () => {
    const { push, squash, removeSourceBranch, allowCollaboration } = initialFormValues(
      initialData,
      'commits',
      undefined,
    );
    assert.deepEqual(
      { push, squash, removeSourceBranch, allowCollaboration },
      { push: true, squash: true, removeSourceBranch: true, allowCollaboration: false },
    );
    assert.equal(
      initialFormValues({ ...initialData, push: { kind: 'behind' } }, 'commits', undefined).push,
      false,
    );
    assert.equal(initialFormValues(initialData, 'empty', undefined).description, '');
  });

  it("are sent with the user's changes, without options that the project determines", () => {
    const values = createValuesOver(initialFormValues(initialData, 'commits', undefined), {
      title: 'Mine',
      reviewers: ['2', 'nobody', '-1'],
      milestone: ['7'],
      closes: true,
      sourceBranch: ' feature/x ',
    });
    const sent = newMergeRequest(values, { source: 1, target: 1 }, { issue: 5, squashRule: 'always' });
    assert.deepEqual(sent, {
      ...fine,
      title: 'Mine',
      description: 'As the tax office wants it.',
      closes: 5,
      reviewers: [2],
      milestone: 7,
    });
  });
});
