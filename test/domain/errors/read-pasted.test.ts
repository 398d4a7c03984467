import assert from 'node:assert/strict';
import { readEvent } from '../../../src/domain/errors/read-event';
import { readPasted } from '../../../src/domain/errors/read-pasted';
import { NODE, short } from './traces-in-short';

describe('pasted text', () => {
  const pasted = (text: string): string[] => short(readPasted(text) ?? []);
  const first = 'nodejs RangeError: no rate';
  const entries = [
    { function: 'main', lineNo: 3, colNo: null, filename: 'main.rb', context: [[3, 'total(rules)']] },
    { function: 'total', lineNo: 4, filename: 'lib/cart.rb' },
  ];

  it('can be an event, also inside other values', () => {
    assert.equal(pasted(JSON.stringify(NODE))[0], first);
    assert.equal(pasted(`\n${JSON.stringify(NODE, undefined, 2)}\n`)[0], first);
    assert.equal(pasted(JSON.stringify([{ data: { event: NODE } }]))[0], first);
  });

  it('can be the lines of an envelope', () => {
    const envelope = [
      { event_id: '1', sent_at: '2026-11-21T10:00:00Z' },
      { type: 'event', length: 4 },
      NODE,
      { type: 'session' },
      { sid: '1' },
    ];
    assert.deepEqual(pasted(envelope.map((each) => JSON.stringify(each)).join('\n')), short(readEvent(NODE)));
  });

  it("can be a server's response about an error", () => {
    const traces = ['ruby -: -', '  own total @ lib/cart.rb:4:-', '  own main @ main.rb:3:-'];
    assert.deepEqual(
      pasted(JSON.stringify({ error: { issue_id: '1', stack_trace_entries: entries } })),
      traces,
    );
    const nodes = entries.map(({ lineNo, filename, ...rest }) => ({
      ...rest,
      fileName: filename,
      line: lineNo,
    }));
    assert.deepEqual(
      pasted(
        JSON.stringify({
          data: { project: { sentryErrors: { errorStackTrace: { stackTraceEntries: nodes } } } },
        }),
      ),
      traces,
    );
    const event = {
      eventID: '1',
      platform: 'ruby',
      entries: [{ type: 'exception', data: { values: [{ type: 'E', stacktrace: { frames: entries } }] } }],
    };
    assert.deepEqual(pasted(JSON.stringify(event)), ['ruby E: -', ...traces.slice(1)]);
  });

  it('can be a log of JSON lines that contains a stack trace', () => {
    const lines = [
      { level: 'info', message: 'listening' },
      {
        level: 'error',
        message: 'oops',
        err: { stack: 'TypeError: x\n    at total (/app/src/cart.ts:3:4)' },
      },
    ];
    assert.deepEqual(pasted(lines.map((each) => JSON.stringify(each)).join('\n')), [
      'nodejs TypeError: x',
      '  own total @ /app/src/cart.ts:3:4',
    ]);
  });

  it('can be a stack trace as printed by a program', () => {
    assert.deepEqual(pasted('TypeError: x\n    at total (/app/src/cart.ts:3:4)'), [
      'nodejs TypeError: x',
      '  own total @ /app/src/cart.ts:3:4',
    ]);
    assert.deepEqual(pasted('"TypeError: x\\n    at total (/app/src/cart.ts:3:4)"'), [
      'nodejs TypeError: x',
      '  own total @ /app/src/cart.ts:3:4',
    ]);
  });

  it('can be a message if it clearly is an event', () => {
    assert.deepEqual(pasted(JSON.stringify({ event_id: '1', platform: 'go', message: 'low' })), [
      'go -: low',
    ]);
    for (const text of ['', '{', '{}', '[]', 'null', '{"message":"hello"}', 'hello'])
      assert.equal(readPasted(text), undefined, text);
  });
});
