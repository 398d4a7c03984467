import assert from 'node:assert/strict';
import { activityOf, type ChangeEvent, isNewSince } from '../../../src/domain/discussions/activity';

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();
const ada = { name: 'Ada', username: 'ada' };

let ids = 0;
const thread = (body: string, minute: number, system = false) => ({
  id: `d${++ids}`,
  individual_note: true,
  notes: [
    { id: ++ids, body, system, resolvable: false, resolved: false, author: ada, created_at: at(minute) },
  ],
});
const label = (id: number, name: string, minute: number, action: 'add' | 'remove' = 'add'): ChangeEvent => ({
  ...{ kind: 'label', id: `label-${id}`, author: ada, at: at(minute), action, labels: [{ name }] },
});

const texts = (entries: ReturnType<typeof activityOf>): readonly unknown[] =>
  entries.map((entry) => {
    if (entry.kind === 'thread') return 'thread';
    const { change } = entry;
    if (change.kind === 'note') return change.body;
    if (change.kind === 'label') return `${change.action} ${change.labels.map((each) => each?.name).join()}`;
    return change.kind;
  });

describe('activity of a merge request', () => {
  it('contains comments, system notes, and events by time', () => {
    const threads = [thread('Why?', 3), thread('approved', 1, true), thread('changed', 5, true)];
    const events: ChangeEvent[] = [
      label(1, 'bug', 2),
      { kind: 'state', id: 'state-1', author: ada, at: at(4), state: 'closed' },
    ];
    assert.deepEqual(texts(activityOf(threads, events)), [
      'approved',
      'add bug',
      'thread',
      'state',
      'changed',
    ]);
  });

  it('combines labels that were changed together', () => {
    const events = [
      label(1, 'bug', 2),
      label(2, 'docs', 2),
      label(3, 'chore', 2, 'remove'),
      label(4, 'later', 3),
    ];
    assert.deepEqual(texts(activityOf([], events)), ['add bug,docs', 'remove chore', 'add later']);
  });

  it('is new if another user wrote it after the last visit', () => {
    const visit = { since: 10, me: 'ada' };
    const bob = { name: 'Bob', username: 'bob' };
    assert.equal(isNewSince(visit, { time: 11, author: bob }), true);
    assert.equal(isNewSince(visit, { time: 10, author: bob }), false);
    assert.equal(isNewSince(visit, { time: 11, author: ada }), false);
    assert.equal(isNewSince({ since: 10, me: undefined }, { time: 11, author: ada }), true);
    assert.equal(isNewSince(visit, { time: 11, author: null }), true);
  });
});
