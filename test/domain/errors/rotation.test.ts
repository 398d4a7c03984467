import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  beginRotation,
  candidatesIn,
  nextCreateAction,
  nextDeleteAction,
  type Rotation,
  startOver,
  withConfirmedKey,
  withCreatedKey,
  withKeyInUse,
  withoutUnconfirmedRequest,
} from '../../../src/domain/errors/rotation';

const keys = (...ids: number[]) => ids.map((id) => ({ id, active: true }));

/** Returns the rotation after a step that must succeed. */
function done(next: Rotation | string): Rotation {
  if (typeof next === 'string') throw new Error(`it stopped: ${next}`);
  return next;
}

describe('client key rotation', () => {
  it('creates, places, confirms, and deletes, in this order', () => {
    const initial = done(beginRotation(5, keys(5, 3)));
    const plan = nextCreateAction(initial, keys(5, 3));
    assert.ok(plan.kind === 'send');
    assert.deepEqual(plan.rotation.before, [5, 3]);
    const place = withCreatedKey(plan.rotation, 7);
    assert.deepEqual(place, { old: 5, fresh: 7, step: 'place', before: undefined });
    const confirm = done(withKeyInUse(place));
    const last = done(withConfirmedKey(confirm, keys(7, 5, 3)));
    assert.equal(last.step, 'delete');
    assert.equal(nextDeleteAction(last, keys(7, 5, 3)), 'delete');
  });

  it('finds the new key after a lost response, and creates another only if there is none', () => {
    const requested: Rotation = { old: 5, fresh: undefined, step: 'create', before: [5] };
    assert.deepEqual(nextCreateAction(requested, keys(6, 5)), {
      kind: 'found',
      rotation: withCreatedKey(requested, 6),
    });
    assert.equal(nextCreateAction(requested, keys(5)).kind, 'send');
    assert.deepEqual(nextCreateAction(requested, keys(7, 6, 5)), {
      kind: 'stop',
      obstacle: 'several',
      candidates: [7, 6],
    });
  });

  it('ignores keys that were added before it requested one', () => {
    const initial = done(beginRotation(5, keys(5)));
    assert.deepEqual(candidatesIn(initial, keys(6, 5)), []);
    assert.equal(nextCreateAction(initial, keys(6, 5)).kind, 'send');
    assert.deepEqual(candidatesIn(withoutUnconfirmedRequest({ ...initial, before: [5] }), keys(6, 5)), []);
  });

  it('stops if a key is missing or inactive, and names the obstacle', () => {
    assert.equal(beginRotation(5, keys(3)), 'old-gone');
    const at = (step: Rotation['step']): Rotation => ({ old: 5, fresh: 7, step, before: undefined });
    assert.equal(withConfirmedKey(at('confirm'), keys(5)), 'fresh-gone');
    assert.equal(withConfirmedKey(at('confirm'), [{ id: 7, active: false }, ...keys(5)]), 'fresh-inactive');
    assert.equal(withConfirmedKey(at('confirm'), keys(7)), 'old-gone');
    assert.equal(nextDeleteAction(at('delete'), keys(5)), 'fresh-gone');
    assert.equal(nextDeleteAction(at('delete'), [{ id: 7, active: false }, ...keys(5)]), 'fresh-inactive');
    assert.equal(nextDeleteAction(at('delete'), keys(7)), 'old-gone');
  });

  it('skips no step', () => {
    for (const step of ['create', 'place', 'confirm', 'delete'] as const) {
      const rotation: Rotation = { old: 5, fresh: 7, step, before: undefined };
      const list = keys(7, 5);
      assert.equal(nextCreateAction(rotation, list).kind === 'stop', step !== 'create', step);
      assert.equal(withKeyInUse(rotation) === 'out-of-turn', step !== 'place', step);
      assert.equal(withConfirmedKey(rotation, list) === 'out-of-turn', step !== 'confirm', step);
      assert.equal(nextDeleteAction(rotation, list) === 'out-of-turn', step !== 'delete', step);
    }
  });

  it('never leaves the project without a working key, whatever fails and in any order', () => {
    /**
     * Outcome of a request: it succeeds, it fails without effect, or it succeeds and the response is lost.
     */
    const outcome = fc.constantFrom('answered', 'refused', 'lost');
    const act = fc.record({
      what: fc.constantFrom(
        'create',
        'placed',
        'confirm',
        'delete',
        'over',
        'other-creates',
        'other-deletes',
      ),
      fate: outcome,
      listFails: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(act, { maxLength: 60 }), fc.boolean(), (acts, alone) => {
        let server = keys(1);
        let last = 1;
        let rotation: Rotation | undefined = done(beginRotation(1, server));
        let othersDeleted = false;
        for (const { what, fate: end, listFails } of acts) {
          if (rotation === undefined) break;
          const listed = listFails ? undefined : server;
          if (what === 'other-creates' && !alone) server = [...keys(++last), ...server];
          if (what === 'other-deletes' && !alone) {
            server = server.slice(1);
            othersDeleted = true;
          }
          if (what === 'placed') rotation = orSame(rotation, withKeyInUse(rotation));
          if (what === 'over') rotation = startOver(rotation);
          if (listed === undefined) continue;
          if (what === 'confirm') rotation = orSame(rotation, withConfirmedKey(rotation, listed));
          if (what === 'create') {
            const plan = nextCreateAction(rotation, listed);
            if (plan.kind !== 'stop') rotation = plan.rotation;
            if (plan.kind === 'send' && end !== 'refused') server = [...keys(++last), ...server];
            if (plan.kind === 'send' && end === 'answered') rotation = withCreatedKey(rotation, last);
            if (plan.kind === 'send' && end === 'refused') rotation = withoutUnconfirmedRequest(rotation);
          }
          if (what === 'delete') {
            const verdict = nextDeleteAction(rotation, listed);
            if (verdict === 'delete') {
              // The old key is deleted only if the new key exists.
              assert.ok(server.some(({ id }) => id === rotation?.fresh));
              const { old }: Rotation = rotation;
              if (end !== 'refused') server = server.filter(({ id }) => id !== old);
              if (end === 'answered') rotation = undefined;
            } else if (verdict === 'old-gone') rotation = undefined;
          }
          if (!othersDeleted) assert.ok(server.length > 0, 'a project has no key any more');
        }
      }),
    );
  });
});

const orSame = (rotation: Rotation, next: Rotation | string): Rotation =>
  typeof next === 'string' ? rotation : next;
