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
  type Begun,
  begunValues,
  createValuesOver,
  firstChoice,
  newMergeRequest,
} from '../../../src/domain/merge-requests/new-merge-request-values';
import {
  beginningOf,
  filledTemplate,
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

describe('a new merge request, before it is sent', () => {
  it('is fine with a title and two branches', () => {
    assert.deepEqual(problemsOf(fine), {});
  });

  it('needs a title of at most 255 characters, counted with what marks a draft', () => {
    assert.deepEqual(problemsOf({ ...fine, title: ' \t' }), { title: 'missing' });
    assert.deepEqual(problemsOf({ ...fine, title: 'x'.repeat(255) }), {});
    assert.deepEqual(problemsOf({ ...fine, title: 'x'.repeat(256) }), { title: 'too-long' });
    assert.deepEqual(problemsOf({ ...fine, title: 'x'.repeat(255), draft: true }), { title: 'too-long' });
    assert.deepEqual(problemsOf({ ...fine, title: '😀'.repeat(255) }), {}, 'a pair is one character');
  });

  it('takes descriptions of at most 1,048,576 characters, what closes an issue among them', () => {
    const longest = 'x'.repeat(MAX_DESCRIPTION_LENGTH);
    assert.deepEqual(problemsOf({ ...fine, description: longest }), {});
    assert.deepEqual(problemsOf({ ...fine, description: `${longest}x` }), { description: 'too-long' });
    assert.deepEqual(problemsOf({ ...fine, description: longest, closes: 3 }), { description: 'too-long' });
  });

  it('goes from one branch into another', () => {
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

  it('goes between branches that exist, and from one that the server has', () => {
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

  it('is a draft by its title', () => {
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

  it('counts characters as servers do', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(lengthOf(text), Array.from(text).length);
      }),
    );
  });
});

describe('a refusal of the server', () => {
  it('is told at the fields that it names', () => {
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

  it('names the merge request that is in the way', () => {
    assert.equal(duplicateIn('Another open merge request already exists for this source branch: !38'), 38);
    assert.equal(duplicateIn('409 Conflict: Resource lock'), undefined);
    assert.equal(duplicateIn(undefined), undefined);
  });

  it('is never lost, whatever it says', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (words) => {
        const told = Object.values(refusalByField(words)).join('');
        assert.ok(words.trim() === '' || told.length > 0);
      }),
    );
  });
});

describe('what a new merge request begins with', () => {
  const one = { subject: 'Round half cents up', body: 'As the tax office wants it.' };
  const other = { subject: 'Tell how prices are rounded', body: '' };

  it('is the subject and body of the only commit', () => {
    assert.deepEqual(beginningOf('feature/x', [one]), {
      title: 'Round half cents up',
      description: 'As the tax office wants it.',
    });
  });

  it("is the branch's name made readable above a list of several commits, the oldest first", () => {
    assert.deepEqual(beginningOf('feature/42-price_rounding', [one, other]), {
      title: 'Price rounding',
      description: '- Tell how prices are rounded\n- Round half cents up',
    });
    assert.equal(readableBranch('main'), 'Main');
    assert.equal(readableBranch('123-fix-x'), 'Fix x');
    assert.equal(readableBranch('2024'), '2024');
  });

  it('is the default template where the repository has one', () => {
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

  it('offers to close the issue that the branch names at its beginning', () => {
    assert.equal(issueOf('123-fix-x'), 123);
    assert.equal(issueOf('fix/123-x'), 123);
    assert.equal(issueOf('fix/#12_x'), 12);
    for (const branch of ['main', 'v2-api', 'release/2024', 'x-123', '0-x']) {
      assert.equal(issueOf(branch), undefined, branch);
    }
  });

  const begun: Begun = {
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

  it('follows the settings of the project, and pushes what is not pushed', () => {
    const { push, squash, removeSourceBranch, allowCollaboration } = begunValues(begun, 'commits', undefined);
    assert.deepEqual(
      { push, squash, removeSourceBranch, allowCollaboration },
      { push: true, squash: true, removeSourceBranch: true, allowCollaboration: false },
    );
    assert.equal(begunValues({ ...begun, push: { kind: 'behind' } }, 'commits', undefined).push, false);
    assert.equal(begunValues(begun, 'empty', undefined).description, '');
  });

  it('is sent as it was typed, and what the project decides is left out', () => {
    const values = createValuesOver(begunValues(begun, 'commits', undefined), {
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
