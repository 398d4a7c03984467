import assert from 'node:assert/strict';
import { stackTraceFromServer } from '../../../src/domain/errors/from-server';
import { short } from './traces-in-short';

describe('stack trace of a tracked error', () => {
  it('has the newest frame first, with its code and the language of its files', () => {
    const trace = stackTraceFromServer(
      {
        stackTraceEntries: [
          {
            fileName: 'node_modules/express/lib/router/layer.js',
            function: 'handle',
            line: 95,
            col: 5,
            traceContext: null,
          },
          {
            fileName: 'src/cart/price.ts',
            function: 'priceOf',
            line: 42,
            col: 0,
            traceContext: [{ line: 42, code: 'return 1;' }],
          },
          { fileName: null, function: null, line: null, col: null },
        ],
      },
      { title: 'TypeError: no rate', type: 'error', message: 'no rate' },
    );
    assert.deepEqual(short([trace]), [
      'nodejs TypeError: no rate',
      '  ? - @ :-:-',
      '  own priceOf @ src/cart/price.ts:42:-',
      '  lib handle @ node_modules/express/lib/router/layer.js:95:5',
    ]);
    assert.deepEqual(trace.frames[1]?.context, [{ line: 42, code: 'return 1;' }]);
    assert.deepEqual(stackTraceFromServer({ stackTraceEntries: null }, {}).frames, []);
  });

  it("has the type and message from the error's title", () => {
    const named = (title: string, message?: string, type = 'error'): string[] =>
      short([stackTraceFromServer({}, { title, message, type })]);
    assert.deepEqual(named('TypeError: a: b', 'a: b'), ['? TypeError: a: b']);
    assert.deepEqual(named('Acme::PaymentDeclined: no'), ['? Acme::PaymentDeclined: no']);
    assert.deepEqual(named('TypeError'), ['? TypeError: -']);
    assert.deepEqual(named('the shelf is empty: no tea'), ['? -: the shelf is empty: no tea']);
    assert.deepEqual(named('stock: low', 'stock: low', 'default'), ['? -: stock: low']);
    assert.deepEqual(short([stackTraceFromServer({}, undefined)]), ['? -: -']);
  });
});
