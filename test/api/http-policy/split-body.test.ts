import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ApiError } from '../../../src/api/errors';
import { splitBody } from '../../../src/api/http-policy/split-body';
import { errorOf } from '../helpers/client';
import { get, responseOf, settle } from '../helpers/wire';

describe('splitBody', () => {
  it('returns the same body to every reader, regardless of their speed and of readers that stop', async () => {
    const readers = fc.array(fc.record({ pace: fc.nat(3), leavesAfter: fc.option(fc.nat(6)) }), {
      minLength: 1,
      maxLength: 4,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ minLength: 1 }), { maxLength: 6 }),
        readers,
        async (chunks, all) => {
          let stopped = 0;
          const parts = splitBody(
            responseOf(200, {}, chunks),
            all.map(() => get('/1')),
            () => (stopped += 1),
          );
          const texts = await Promise.all(
            all.map(async ({ pace, leavesAfter }, index) => {
              const got: Uint8Array[] = [];
              for await (const chunk of parts[index]?.body ?? []) {
                got.push(chunk);
                for (let wait = 0; wait < pace; wait += 1) await settle();
                if (leavesAfter !== null && got.length > leavesAfter) break;
              }
              return Buffer.concat(got).toString();
            }),
          );
          all.forEach(({ leavesAfter }, index) => {
            const expected = chunks.slice(0, leavesAfter === null ? undefined : leavesAfter + 1).join('');
            assert.equal(texts[index], expected);
          });
          assert.ok(stopped <= 1);
          if (all.some(({ leavesAfter }) => leavesAfter === null)) assert.equal(stopped, 0);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('fails for all readers if the body fails', async () => {
    const broken = new ApiError({ kind: 'network', endpoint: 'GET /x', host: 'h' });
    async function* body(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from('a'));
      throw broken;
    }
    const response = { ...responseOf(200, {}, []), body: body() };
    const parts = splitBody(response, [get('/1'), get('/1')], () => undefined);
    await Promise.all(
      parts.map(async (part) => {
        let got = '';
        const reading = async (): Promise<void> => {
          for await (const chunk of part.body) got += Buffer.from(chunk).toString();
        };
        assert.equal(await errorOf(reading(), 'network'), broken);
        assert.equal(got, 'a');
      }),
    );
  });
});
