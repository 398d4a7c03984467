import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  beginRotation,
  candidatesIn,
  confirmed,
  created,
  creation,
  deletion,
  notCreated,
  placed,
  type Rotation,
  startOver,
} from '../../../src/domain/errors/rotation';

const keys = (...ids: number[]) => ids.map((id) => ({ id, active: true }));

/** A step that was done. */
function done(next: Rotation | string): Rotation {
  if (typeof next === 'string') throw new Error(`it stopped: ${next}`);
  return next;
}

describe('a rotation of client keys', () => {
  it('creates, places, confirms and deletes, in this order', () => {
    const begun = done(beginRotation(5, keys(5, 3)));
    const plan = creation(begun, keys(5, 3));
    assert.ok(plan.kind === 'send');
    assert.deepEqual(plan.rotation.before, [5, 3]);
    const place = created(plan.rotation, 7);
    assert.deepEqual(place, { old: 5, fresh: 7, step: 'place', before: undefined });
    const confirm = done(placed(place));
    const last = done(confirmed(confirm, keys(7, 5, 3)));
    assert.equal(last.step, 'delete');
    assert.equal(deletion(last, keys(7, 5, 3)), 'delete');
  });

  it('finds the key again whose answer was lost, and asks for none but once it is known that there is none', () => {
    const asked: Rotation = { old: 5, fresh: undefined, step: 'create', before: [5] };
    assert.deepEqual(creation(asked, keys(6, 5)), { kind: 'found', rotation: created(asked, 6) });
    assert.equal(creation(asked, keys(5)).kind, 'send');
    assert.deepEqual(creation(asked, keys(7, 6, 5)), {
      kind: 'stop',
      obstacle: 'several',
      candidates: [7, 6],
    });
  });

  it('takes no key for the new one that came before it asked for one', () => {
    const begun = done(beginRotation(5, keys(5)));
    assert.deepEqual(candidatesIn(begun, keys(6, 5)), []);
    assert.equal(creation(begun, keys(6, 5)).kind, 'send');
    assert.deepEqual(candidatesIn(notCreated({ ...begun, before: [5] }), keys(6, 5)), []);
  });

  it('stops where a key is gone that it needs, and says which', () => {
    assert.equal(beginRotation(5, keys(3)), 'old-gone');
    const at = (step: Rotation['step']): Rotation => ({ old: 5, fresh: 7, step, before: undefined });
    assert.equal(confirmed(at('confirm'), keys(5)), 'fresh-gone');
    assert.equal(confirmed(at('confirm'), [{ id: 7, active: false }, ...keys(5)]), 'fresh-inactive');
    assert.equal(confirmed(at('confirm'), keys(7)), 'old-gone');
    assert.equal(deletion(at('delete'), keys(5)), 'fresh-gone');
    assert.equal(deletion(at('delete'), [{ id: 7, active: false }, ...keys(5)]), 'fresh-inactive');
    assert.equal(deletion(at('delete'), keys(7)), 'old-gone');
  });

  it('skips no step', () => {
    for (const step of ['create', 'place', 'confirm', 'delete'] as const) {
      const rotation: Rotation = { old: 5, fresh: 7, step, before: undefined };
      const list = keys(7, 5);
      assert.equal(creation(rotation, list).kind === 'stop', step !== 'create', step);
      assert.equal(placed(rotation) === 'out-of-turn', step !== 'place', step);
      assert.equal(confirmed(rotation, list) === 'out-of-turn', step !== 'confirm', step);
      assert.equal(deletion(rotation, list) === 'out-of-turn', step !== 'delete', step);
    }
  });

  it('never ends without a key that works, whatever fails, in whatever order', () => {
    /** What happens to a request: it is answered, it never came, or it was done and its answer was lost. */
    const fate = fc.constantFrom('answered', 'refused', 'lost');
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
      fate,
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
          if (what === 'placed') rotation = orSame(rotation, placed(rotation));
          if (what === 'over') rotation = startOver(rotation);
          if (listed === undefined) continue;
          if (what === 'confirm') rotation = orSame(rotation, confirmed(rotation, listed));
          if (what === 'create') {
            const plan = creation(rotation, listed);
            if (plan.kind !== 'stop') rotation = plan.rotation;
            if (plan.kind === 'send' && end !== 'refused') server = [...keys(++last), ...server];
            if (plan.kind === 'send' && end === 'answered') rotation = created(rotation, last);
            if (plan.kind === 'send' && end === 'refused') rotation = notCreated(rotation);
          }
          if (what === 'delete') {
            const verdict = deletion(rotation, listed);
            if (verdict === 'delete') {
              // Before the old one goes, the new one was placed, and is there.
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
