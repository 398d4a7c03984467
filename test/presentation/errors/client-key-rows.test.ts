import assert from 'node:assert/strict';
import type { Rotation } from '../../../src/domain/errors/rotation';
import {
  abandonedMessage,
  deleteKeyRisk,
  deleteOldRisk,
  hardCodedMessage,
  searchMessage,
} from '../../../src/presentation/errors/client-key-messages';
import {
  clientKeyRow,
  clientKeysRow,
  keysMissingRow,
  noKeyRow,
  rotationRow,
  rotationStepRow,
} from '../../../src/presentation/errors/client-key-rows';

const key = { id: 5, active: true, masked: '••••ab12' };
const rotation: Rotation = { old: 5, fresh: 7, step: 'confirm', before: undefined };
const list = { keys: [key], cut: false, missing: undefined };

describe('rows of client keys', () => {
  it('count the keys once they are known', () => {
    const row = (known: Parameters<typeof clientKeysRow>[0]) =>
      clientKeysRow(known, { busy: false, rotation: undefined });
    assert.equal(row(undefined).description, undefined);
    assert.equal(row(list).description, '1 key');
    assert.equal(row({ ...list, keys: [key, key], cut: true }).description, '2+ keys');
    assert.equal(row({ keys: [], cut: false, missing: 'role' }).description, undefined);
    assert.equal(
      clientKeysRow(list, { busy: true, rotation }).accessibleLabel,
      'Client Keys, 1 key, rotating, being changed',
    );
  });

  it('offer what can be done: nothing where the keys are not seen, no second rotation', () => {
    const words = (known: Parameters<typeof clientKeysRow>[0], under?: Rotation) =>
      clientKeysRow(known, { busy: false, rotation: under }).contextTokens;
    assert.deepEqual(words(list), ['clientKeys', 'canCreate', 'canRotate']);
    assert.deepEqual(words(list, rotation), ['clientKeys', 'canCreate']);
    assert.deepEqual(words({ ...list, keys: [] }), ['clientKeys', 'canCreate']);
    assert.deepEqual(words({ keys: [], cut: false, missing: 'scope' }), ['clientKeys']);
  });

  it('tell of a key its state, its part in a rotation and where it is used', () => {
    const told = (facts: Partial<Parameters<typeof clientKeyRow>[1]>, of = key) =>
      clientKeyRow(of, { rotation: undefined, uses: undefined, ...facts }).description;
    assert.equal(told({}), '••••ab12 · active');
    assert.equal(told({}, { ...key, active: false }), '••••ab12 · inactive');
    assert.equal(told({ rotation, uses: 1 }), '••••ab12 · being replaced · active · used in 1 place');
    assert.equal(
      told({ rotation, uses: 2 }, { ...key, id: 7 }),
      '••••ab12 · new in this rotation · active · used in 2 places',
    );
    assert.equal(told({ uses: 0 }), '••••ab12 · active');
  });

  it('say why there are none, with the next step on a click', () => {
    assert.equal(noKeyRow().onClick?.command, 'switchyard.createClientKey');
    assert.equal(keysMissingRow('scope').onClick?.command, 'switchyard.signIn');
    assert.equal(keysMissingRow('role').onClick, undefined);
  });

  it('tell how far a rotation is', () => {
    assert.equal(
      rotationRow(rotation).accessibleLabel,
      'Rotation of Key #5, step 3 of 4, next: Confirm the new key',
    );
    const steps = (['create', 'place', 'confirm', 'delete'] as const).map((step) =>
      rotationStepRow(step, rotation),
    );
    assert.deepEqual(
      steps.map(({ accessibleLabel, onClick }) => [accessibleLabel, onClick?.command]),
      [
        ['Step 1 of 4, Create a new key, done, key #7', undefined],
        ['Step 2 of 4, Place the new key, done', undefined],
        ['Step 3 of 4, Confirm the new key, next', 'switchyard.continueRotation'],
        ['Step 4 of 4, Delete the old key, to come, key #5', undefined],
      ],
    );
    const lost = rotationStepRow('create', { old: 5, fresh: undefined, step: 'create', before: [5] });
    assert.equal(lost.description, 'next · its answer was lost: the list is looked at first');
  });
});

describe('words about client keys', () => {
  it('ask for the number of a key before it is deleted, and for more before the last one', () => {
    const asked = deleteKeyRisk({ key, path: 'acme/shop', isLast: false, isInRotation: true });
    assert.equal(asked.expected, '5');
    assert.match(asked.prompt, /is refused from then on/);
    assert.match(asked.prompt, /A rotation of keys that is under way needs it\. Type "5"/);
    const last = deleteKeyRisk({ key, path: 'acme/shop', isLast: true, isInRotation: false });
    assert.equal(last.expected, 'last key 5');
    assert.match(last.prompt, /last key of acme\/shop that works.*Type "last key 5"/);
    assert.equal(deleteOldRisk(rotation, 'acme/shop').expected, '5');
  });

  it('say what stays after a rotation was stopped', () => {
    assert.match(abandonedMessage(rotation), /Both keys stay: #5 and #7/);
    const early: Rotation = { old: 5, fresh: undefined, step: 'create', before: undefined };
    assert.match(abandonedMessage(early), /The key stays as it is/);
    assert.match(abandonedMessage({ ...early, before: [5] }), /there may be a new one/);
  });

  it('say what a search found, and what it did not read', () => {
    const none = { places: 0, inFiles: 0, files: 12, cut: false, ignored: 0, unread: [] };
    assert.equal(searchMessage(none), 'No client key stands in the files of this workspace.');
    assert.equal(
      searchMessage({ ...none, places: 3, inFiles: 2, ignored: 1, cut: true, unread: ['a/b'] }),
      'Client keys stand in 3 places of 2 files in plain text. 1 more file with a key is ignored by git, where keys may be. Only the first 12 files were read. Of a/b only whole DSNs were found, because its keys are not shown to you.',
    );
    assert.match(
      hardCodedMessage({ key: 3, path: 'acme/shop' }),
      /^The client key #3 of acme\/shop stands here/,
    );
    assert.match(hardCodedMessage(undefined), /^A client key stands here/);
  });
});
