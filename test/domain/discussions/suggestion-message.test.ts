import assert from 'node:assert/strict';
import { messageToSend, suggestionMessage } from '../../../src/domain/discussions/suggestion-message';
import { isOverlapping, mayPushToSource } from '../../../src/domain/discussions/suggestion-rules';

const values = {
  branch: 'feature/a',
  paths: ['b.ts', 'a.ts', 'b.ts'],
  count: 3,
  projectName: 'Storefront',
  projectPath: undefined,
  userName: 'Marek Novák',
  username: 'marek',
};

describe('message of a commit with suggestions', () => {
  const standard = suggestionMessage(undefined, values);

  it("is the server's default, or the template of the project", () => {
    assert.equal(standard.subject, 'Apply 3 suggestion(s) to 2 file(s)');
    assert.deepEqual(suggestionMessage('%{username}: %{file_paths} %{project_path}\r\n\r\nMore', values), {
      subject: 'marek: a.ts, b.ts %{project_path}',
      rest: '\n\nMore',
    });
    assert.deepEqual(suggestionMessage(' \n', values), standard);
  });

  it("isn't sent if the user didn't change it", () => {
    assert.equal(messageToSend(standard, ` ${standard.subject} `, { hasCoAuthors: true }), undefined);
  });

  it('keeps the rest of the template, and the co-authors if there are any', () => {
    const send = (template: string | undefined, hasCoAuthors: boolean) =>
      messageToSend(suggestionMessage(template, values), ' Better ', { hasCoAuthors });
    assert.equal(send(undefined, true), 'Better\n\n%{co_authored_by}');
    assert.equal(send(undefined, false), 'Better');
    assert.equal(send('Title\n\nBody', true), 'Better\n\nBody\n\n%{co_authored_by}');
    assert.equal(send('Title\n\nBody %{username}', false), 'Better\n\nBody %{username}');
  });
});

describe('permission to apply suggestions', () => {
  const facts = { state: 'opened', sourceAccess: 30, targetAccess: 30, isCollaborative: false };

  it('is assumed unless the role is known to be too low', () => {
    assert.ok(mayPushToSource(facts));
    assert.ok(mayPushToSource({ ...facts, sourceAccess: undefined }));
    assert.ok(!mayPushToSource({ ...facts, sourceAccess: 20 }));
    assert.ok(mayPushToSource({ ...facts, sourceAccess: 20, isCollaborative: true }));
    assert.ok(!mayPushToSource({ ...facts, sourceAccess: 20, targetAccess: 20, isCollaborative: true }));
    assert.ok(!mayPushToSource({ ...facts, state: 'merged' }));
  });
});

describe('suggestions of a batch', () => {
  const span = { path: 'a.ts', head: 'a', start: 3, end: 5 };

  it('overlap if they replace the same line of the same version', () => {
    assert.ok(isOverlapping(span, { ...span, start: 5, end: 9 }));
    assert.ok(!isOverlapping(span, { ...span, start: 6, end: 9 }));
    assert.ok(!isOverlapping(span, { ...span, path: 'b.ts' }));
    assert.ok(!isOverlapping(span, { ...span, head: 'b' }));
  });
});
