import assert from 'node:assert/strict';
import { moreTodosRow, todoListRow, todoRow } from '../../../src/presentation/merge-requests/todo-rows';
import { todoSchema } from '../../../src/schemas/todo';

const NOW = Date.parse('2026-11-05T12:00:00Z');

describe('to-do row', () => {
  const todo = (facts: object = {}) =>
    todoSchema.parse({
      id: 3,
      action_name: 'mentioned',
      author: { id: 2, username: 'olivia', name: 'Olivia Okafor' },
      project: { id: 1, path_with_namespace: 'acme/storefront' },
      target_type: 'MergeRequest',
      target: { iid: 12, title: 'Pay with a gift card' },
      body: '@marek, look',
      created_at: '2026-11-05T09:00:00Z',
      ...facts,
    });

  it('has the title first, then the reason, the author, and the age', () => {
    const row = todoRow(todo(), NOW);
    assert.equal(row.label, 'Pay with a gift card');
    assert.equal(row.description, 'mentioned you · Olivia Okafor · 3 hr');
    assert.equal(row.icon.id, 'mention');
    assert.match(
      row.accessibleLabel,
      /^To-do item Pay with a gift card, mentioned you, Olivia Okafor, 3 hours ago, acme\/storefront$/,
    );
    const details = Object.fromEntries((row.details ?? []).map(({ name, value }) => [name, value]));
    assert.deepEqual([details['Merge request'], details['Text']], ['!12', '@marek, look']);
  });

  it("doesn't name the author of items that the user or the server caused", () => {
    assert.equal(todoRow(todo({ action_name: 'marked' }), NOW).description, 'added by you · 3 hr');
    assert.equal(todoRow(todo({ action_name: 'build_failed' }), NOW).description, 'pipeline failed · 3 hr');
  });

  it('shows unknown reasons as words, and targets without a title by their text', () => {
    const row = todoRow(todo({ action_name: 'okr_checkin_requested', target: null, body: 'One\nTwo' }), NOW);
    assert.deepEqual([row.label, row.description?.split(' · ')[0]], ['One', 'okr checkin requested']);
    assert.equal(todoRow(todoSchema.parse({ id: 3 }), NOW).label, 'To-do item');
  });

  it('shows the number of items, once it is known', () => {
    assert.deepEqual(todoListRow(undefined).contextTokens, ['todoList']);
    assert.equal(todoListRow(undefined).description, undefined);
    assert.deepEqual(todoListRow('0').contextTokens, ['todoList']);
    assert.deepEqual(todoListRow('50+').contextTokens, ['todoList', 'pending']);
    assert.equal(moreTodosRow('50 of 70').accessibleLabel, 'Load More To-Do Items, 50 of 70');
  });
});
