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
      'Client Keys, 1 key, rotating, updating',
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
      '••••ab12 · replacement · active · used in 2 places',
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
      'Rotation of Key #5, step 3 of 4, next step: Confirm the new key',
    );
    const steps = (['create', 'place', 'confirm', 'delete'] as const).map((step) =>
      rotationStepRow(step, rotation),
    );
    assert.deepEqual(
      steps.map(({ accessibleLabel, onClick }) => [accessibleLabel, onClick?.command]),
      [
        ['Step 1 of 4, Create a new key, done, key #7', undefined],
        ['Step 2 of 4, Replace the DSN, done', undefined],
        ['Step 3 of 4, Confirm the new key, next', 'switchyard.continueRotation'],
        ['Step 4 of 4, Delete the old key, not started, key #5', undefined],
      ],
    );
    const lost = rotationStepRow('create', { old: 5, fresh: undefined, step: 'create', before: [5] });
    assert.equal(lost.description, 'next · not confirmed; the list is checked first');
  });
});

describe('words about client keys', () => {
  it('ask for the number of a key before it is deleted, and for more before the last one', () => {
    const asked = deleteKeyRisk({ key, path: 'acme/shop', isLast: false, isInRotation: true });
    assert.equal(asked.expected, '5');
    assert.match(asked.prompt, /will no longer be able to send events/);
    assert.match(asked.prompt, /The key is part of a rotation in progress\. Type "5"/);
    const last = deleteKeyRisk({ key, path: 'acme/shop', isLast: true, isInRotation: false });
    assert.equal(last.expected, 'acme/shop');
    assert.match(
      last.prompt,
      /last active client key of acme\/shop\..*\. Type "acme\/shop" to delete the key\.$/,
    );
    assert.equal(deleteOldRisk(rotation, 'acme/shop').expected, '5');
  });

  it('say what stays after a rotation was stopped', () => {
    assert.match(abandonedMessage(rotation), /Keys #5 and #7 are both kept/);
    const early: Rotation = { old: 5, fresh: undefined, step: 'create', before: undefined };
    assert.match(abandonedMessage(early), /The key is unchanged/);
    assert.match(abandonedMessage({ ...early, before: [5] }), /the list may also contain a new key/);
  });

  it('say what a search found, and what it did not read', () => {
    const none = { places: 0, inFiles: 0, files: 12, cut: false, ignored: 0, unread: [] };
    assert.equal(searchMessage(none), 'No hard-coded client keys found in this workspace.');
    assert.equal(
      searchMessage({ ...none, places: 3, inFiles: 2, ignored: 1, cut: true, unread: ['a/b'] }),
      "Hard-coded client keys found in 3 places in 2 files. 1 file with a client key isn't reported because Git ignores it. Only the first 12 files were searched. For a/b, only complete DSNs can be found because you don't have access to the client keys.",
    );
    assert.match(
      hardCodedMessage({ key: 3, path: 'acme/shop' }),
      /^Hard-coded client key #3 of acme\/shop\./,
    );
    assert.match(hardCodedMessage(undefined), /^Hard-coded client key\./);
  });
});
