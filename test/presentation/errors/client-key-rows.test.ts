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

describe('client key rows', () => {
  it('count the keys once they are loaded', () => {
    const row = (known: Parameters<typeof clientKeysRow>[0]) =>
      clientKeysRow(known, { busy: false, rotation: undefined });
    assert.equal(row(undefined).description, undefined);
    assert.equal(row(list).description, '1');
    assert.equal(row({ ...list, keys: [key, key], cut: true }).description, '2+');
    assert.equal(row({ keys: [], cut: false, missing: 'role' }).description, undefined);
    assert.equal(
      clientKeysRow(list, { busy: true, rotation }).accessibleLabel,
      'Client Keys, 1 key, rotating, updating',
    );
  });

  it('offer only possible actions: none without access to the keys, and no second rotation', () => {
    const tokensOf = (known: Parameters<typeof clientKeysRow>[0], under?: Rotation) =>
      clientKeysRow(known, { busy: false, rotation: under }).contextTokens;
    assert.deepEqual(tokensOf(list), ['clientKeys', 'canCreate', 'canRotate']);
    assert.deepEqual(tokensOf(list, rotation), ['clientKeys', 'canCreate']);
    assert.deepEqual(tokensOf({ ...list, keys: [] }), ['clientKeys', 'canCreate']);
    assert.deepEqual(tokensOf({ keys: [], cut: false, missing: 'scope' }), ['clientKeys']);
  });

  it("show a key's state, its role in a rotation, and its uses", () => {
    const descriptionOf = (facts: Partial<Parameters<typeof clientKeyRow>[1]>, of = key) =>
      clientKeyRow(of, { rotation: undefined, uses: undefined, ...facts }).description;
    assert.equal(descriptionOf({}), '••••ab12 · active');
    assert.equal(descriptionOf({}, { ...key, active: false }), '••••ab12 · inactive');
    assert.equal(
      descriptionOf({ rotation, uses: 1 }),
      '••••ab12 · being replaced · active · used in 1 place',
    );
    assert.equal(
      descriptionOf({ rotation, uses: 2 }, { ...key, id: 7 }),
      '••••ab12 · replacement · active · used in 2 places',
    );
    assert.equal(descriptionOf({ uses: 0 }), '••••ab12 · active');
  });

  it('explain why there are no keys, with the next step on a click', () => {
    assert.equal(noKeyRow().onClick?.command, 'switchyard.createClientKey');
    assert.equal(keysMissingRow('scope').onClick?.command, 'switchyard.signIn');
    assert.equal(keysMissingRow('role').onClick, undefined);
  });

  it('show the progress of a rotation', () => {
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
    assert.equal(lost.description, 'next · not confirmed; Switchyard checks the client keys first');
  });
});

describe('client key messages', () => {
  it('require the ID of a key before deletion, and the project path for the last key', () => {
    const question = deleteKeyRisk({ key, path: 'acme/shop', isLast: false, isInRotation: true });
    assert.equal(question.expected, '5');
    assert.match(question.prompt, /will no longer be able to send events/);
    assert.match(question.prompt, /The key is part of a rotation in progress\. Type "5"/);
    const last = deleteKeyRisk({ key, path: 'acme/shop', isLast: true, isInRotation: false });
    assert.equal(last.expected, 'acme/shop');
    assert.match(
      last.prompt,
      /last active client key of acme\/shop\..*\. Type "acme\/shop" to delete the key\.$/,
    );
    assert.equal(deleteOldRisk(rotation, 'acme/shop').expected, '5');
  });

  it('describe which keys remain after a rotation is canceled', () => {
    assert.match(abandonedMessage(rotation), /Keys #5 and #7 are both kept/);
    const early: Rotation = { old: 5, fresh: undefined, step: 'create', before: undefined };
    assert.match(abandonedMessage(early), /The key is unchanged/);
    assert.match(abandonedMessage({ ...early, before: [5] }), /the server may also have created a new key/);
  });

  it("describe what a search found and what it didn't read", () => {
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
