import assert from 'node:assert/strict';
import fc from 'fast-check';
import { KeyedResource, type KeyedResourceOptions } from '../../../src/app/shared/keyed-resource';
import { NO_WRITES } from '../../../src/app/shared/shared-request';
import { nextTurn } from '../../../src/base/slices';

const KEYS = ['a', 'b', 'c', 'd'] as const;

/** Returns a resource to whose requests the test responds. */
function aResource(options: Partial<KeyedResourceOptions<string, number>> = {}) {
  const resource = new KeyedResource<string, number>({
    idOf: (key) => key,
    serverOf: () => NO_WRITES,
    max: 100,
    ...options,
  });
  const sent: { readonly key: string; readonly respond: (value: number) => void }[] = [];
  const fired: string[] = [];
  resource.onDidChange((key) => fired.push(key));
  const read = (key: string): Promise<number> =>
    resource.read(
      key,
      () => new Promise<number>((respond) => sent.push({ key, respond })),
      (response) => response,
    );
  return { resource, sent, fired, read };
}

const key = fc.constantFrom(...KEYS);
const step = fc.oneof(
  fc.record({ act: fc.constant('read' as const), key }),
  fc.record({ act: fc.constant('answer' as const), at: fc.nat(20), value: fc.nat(3) }),
  fc.record({ act: fc.constant('apply' as const), key, value: fc.nat(3) }),
  fc.record({ act: fc.constant('put' as const), key, value: fc.nat(3) }),
  fc.record({ act: fc.constant('forget' as const), key }),
  fc.record({ act: fc.constant('clear' as const) }),
);

describe('KeyedResource', () => {
  it('stores the value of the latest request, write, or removal, regardless of the order of responses', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { resource, sent, fired, read } = aResource();
        const waiting: { key: string; at: number; generation: number; respond: (value: number) => void }[] =
          [];
        const model = new Map<string, { value: number | undefined; at: number }>();
        const expected: string[] = [];
        let generation = 0;
        const set = (name: string, value: number | undefined, at: number): void => {
          if (value !== undefined && model.get(name)?.value !== value) expected.push(name);
          model.set(name, { value, at });
        };
        for (const [at, next] of steps.entries()) {
          if (next.act === 'read') {
            void read(next.key);
            const respond = sent.at(-1)?.respond ?? assert.fail();
            waiting.push({ key: next.key, at, generation, respond });
            if (!model.has(next.key)) model.set(next.key, { value: undefined, at: -1 });
          } else if (next.act === 'answer') {
            const [request] = waiting.splice(next.at % Math.max(1, waiting.length), 1);
            request?.respond(next.value);
            await nextTurn();
            const isCurrent = request?.generation === generation;
            if (request !== undefined && isCurrent && request.at > (model.get(request.key)?.at ?? -1))
              set(request.key, next.value, request.at);
          } else if (next.act === 'apply') {
            resource.apply(next.key, (value) => value + next.value);
            const before = model.get(next.key)?.value;
            set(next.key, before === undefined ? undefined : before + next.value, at);
          } else if (next.act === 'put') {
            resource.put(next.key, next.value);
            set(next.key, next.value, at);
          } else if (next.act === 'forget') {
            resource.forget(next.key);
            if (model.has(next.key)) set(next.key, undefined, at);
          } else {
            generation++;
            // Pending readers have to read again, too.
            expected.push(...[...model.keys()].sort());
            model.clear();
            const from = fired.length;
            resource.clear();
            fired.push(...fired.splice(from).sort());
          }
          for (const name of KEYS) assert.equal(resource.peek(name), model.get(name)?.value, name);
          assert.deepEqual(fired, expected);
        }
      }),
    );
  });

  it('reads a value again if it changed in the meantime, if requested', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 10 }), async (changes) => {
        const { resource, sent, read } = aResource({ outdated: 'reread' });
        const result = read('a');
        for (const [index, isChanged] of [...changes, false].entries()) {
          const { respond } = sent.at(-1) ?? assert.fail();
          if (isChanged) resource.put('a', -1);
          respond(index);
          await nextTurn();
          if (isChanged) assert.equal(resource.peek('a'), -1);
          else break;
        }
        const last = [...changes, false].indexOf(false);
        assert.deepEqual([await result, resource.peek('a'), sent.length], [last, last, last + 1]);
      }),
    );
  });

  it('evicts the least recently used values over the maximum, except retained ones', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9)), fc.uniqueArray(fc.nat(9)), (used, retained) => {
        const { resource } = aResource({ max: 3 });
        for (const name of retained) resource.retain(String(name));
        for (const name of used) resource.put(String(name), name);
        const latest = [...new Set(used.toReversed())];
        const others = latest.filter((name) => !retained.includes(name)).slice(0, 3);
        for (const name of latest) {
          const isKept = retained.includes(name) || others.includes(name);
          assert.equal(resource.peek(String(name)), isKept ? name : undefined);
        }
      }),
    );
  });

  it('releases a value with the last reference', () => {
    const { resource } = aResource();
    const [one, other] = [resource.retain('a'), resource.retain('a')];
    one.dispose();
    assert.deepEqual([resource.isRetained('a'), resource.retained()], [true, ['a']]);
    other.dispose();
    assert.deepEqual([resource.isRetained('a'), resource.retained()], [false, []]);
  });

  it('shares concurrent requests, and sends new ones after it was cleared', async () => {
    const { resource, sent, read } = aResource();
    const first = [resource.share('a', () => read('a')), resource.share('a', () => read('a'))];
    assert.equal(sent.length, 1);
    const other = resource.share('a', () => read('a'), { name: 'more' });
    assert.equal(sent.length, 2);
    resource.clear();
    const second = resource.share('a', () => read('a'));
    assert.equal(sent.length, 3);
    for (const [index, { respond }] of sent.entries()) respond(index);
    await Promise.all([...first, other, second]);
    assert.equal(resource.peek('a'), 2);
  });

  it("doesn't fire if isSame returns true", () => {
    const { resource, fired } = aResource({ isSame: (before = 0, after) => before % 2 === after % 2 });
    for (const value of [1, 3, 4]) resource.put('a', value);
    assert.deepEqual([fired, resource.peek('a')], [['a', 'a'], 4]);
  });
});
