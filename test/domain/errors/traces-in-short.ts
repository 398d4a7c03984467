import type { StackTrace } from '../../../src/domain/errors/stack-trace';

/** Formats traces: one line for each trace and for each of its frames. */
export const short = (traces: readonly StackTrace[]): string[] =>
  traces.flatMap(({ language, type, message, frames }) => [
    `${language ?? '?'} ${type ?? '-'}: ${message ?? '-'}`,
    ...frames.map(
      ({ file, function: name, line, column, own }) =>
        `  ${own === true ? 'own' : own === false ? 'lib' : '?'} ${name ?? '-'} @ ${file}:${line ?? '-'}:${column ?? '-'}`,
    ),
  ]);

/** An event as sent by the SDK for Node.js: first cause first, oldest frame first. */
export const NODE = {
  event_id: '5f2c0000000000000000000000000000',
  platform: 'node',
  level: 'error',
  exception: {
    values: [
      {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'value')",
        stacktrace: {
          frames: [
            {
              filename: 'node:internal/modules/run_main',
              module: 'run_main',
              function: 'run',
              lineno: 117,
              colno: 5,
              in_app: false,
            },
            {
              filename: '/app/dist/cart.mjs',
              module: 'cart',
              function: 'rateOf',
              lineno: 3,
              colno: 42,
              in_app: true,
              pre_context: ["import 'x';", ''],
              context_line: 'const rateOf = (rule) => rule.rate.value;',
              post_context: ['rateOf({});'],
            },
          ],
        },
      },
      {
        type: 'RangeError',
        value: 'no rate',
        stacktrace: {
          frames: [{ filename: '/app/dist/cart.mjs', function: '?', lineno: 4, colno: 61, in_app: true }],
        },
        mechanism: { type: 'generic', handled: true },
      },
    ],
  },
};
