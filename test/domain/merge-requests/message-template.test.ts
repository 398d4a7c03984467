import assert from 'node:assert/strict';
import { expandedMessage, type MessageFacts } from '../../../src/domain/merge-requests/message-template';

const DANA = { name: 'Dana', email: 'dana@acme.example' };
const FACTS: MessageFacts = {
  ...{ sourceBranch: 'feature/a', targetBranch: 'main', title: 'Add a', description: '' },
  ...{ closes: ['#3', '#4', '#5'], reference: 'acme/shop!7', localReference: '!7', sourceProject: 2 },
  url: 'https://git.example.com/acme/shop/-/merge_requests/7',
  commits: [
    { message: "Merge branch 'main' into 'feature/a'\n", author_name: 'Ravi', author_email: 'r@x' },
    { message: 'Later\n\nBody $& here\n', author_name: 'Ravi', author_email: 'r@x' },
    { message: 'First\n', author_name: 'Dana', author_email: 'dana@acme.example' },
  ],
  approvedBy: [DANA, { name: 'Olivia' }],
  reviewedBy: [],
  mergedBy: DANA,
  author: { name: 'Ravi', email: 'r@x' },
  commitAuthor: DANA,
};

describe('commit message template', () => {
  for (const [template, message] of [
    ['%{title} of %{source_branch} into %{target_branch}', 'Add a of feature/a into main'],
    ['%{reference} %{local_reference} %{source_project_id}', 'acme/shop!7 !7 2'],
    ['%{issues}', 'Closes #3, #4 and #5'],
    ['%{first_commit}', 'First'],
    ['%{first_multiline_commit}', 'Later\n\nBody $& here'],
    ['%{all_commits}', '* Later\n\nBody $& here\n\n* First'],
    ['%{co_authored_by}', 'Co-authored-by: Ravi <r@x>'],
    ['%{approved_by}', 'Approved-by: Dana <dana@acme.example>\nApproved-by: Olivia'],
    ['%{merged_by}, %{merge_request_author}', 'Dana <dana@acme.example>, Ravi <r@x>'],
    ['%{url}', 'https://git.example.com/acme/shop/-/merge_requests/7'],
    ['%{nothing} %{Title} %title', '%{nothing} %{Title} %title'],
    ['a\r\nb', 'a\nb'],
  ] as const) {
    it(`expands ${JSON.stringify(template)}`, () => {
      assert.equal(expandedMessage(template, FACTS), message);
    });
  }

  for (const [template, message] of [
    ['%{title}\n\n%{description}\n\nEnd', 'Add a\n\nEnd'],
    ['%{title}\n\n%{description}', 'Add a'],
    ['%{title}\n%{description}\nEnd', 'Add a\nEnd'],
    ['%{title}\n\n%{description}\nEnd', 'Add a\n\nEnd'],
    ['%{title}\n\n%{description}\n\n%{reviewed_by}\n\nEnd', 'Add a\n\nEnd'],
    ['%{title}: %{description}.', 'Add a: .'],
  ] as const) {
    it(`removes lines without a value in ${JSON.stringify(template)}`, () => {
      assert.equal(expandedMessage(template, FACTS), message);
    });
  }

  it('keeps variables whose value is unknown', () => {
    const unknown = { ...FACTS, commits: undefined, mergedBy: undefined, closes: undefined };
    const template = '%{all_commits}\n%{merged_by}\n%{issues}\n%{co_authored_by}';
    assert.equal(expandedMessage(template, unknown), template);
  });

  it("doesn't expand variables in values", () => {
    assert.equal(expandedMessage('%{title}', { ...FACTS, title: '%{url}' }), '%{url}');
  });
});
