import assert from 'node:assert/strict';
import fc from 'fast-check';
import { failingLine } from '../../../src/domain/logs/failing-line';
import { failingPart, isCut } from '../../../src/domain/logs/failing-part';
import { LogParser } from '../../../src/domain/logs/parser';
import { scanOfEnd } from '../../../src/domain/logs/problem-matchers/scan';

function lineOf(trace: LogParser): number {
  const scan = scanOfEnd(trace, failingPart(trace), undefined);
  while (!scan.step(true, () => true));
  return failingLine(trace, scan.problems);
}

function parsed(log: string): LogParser {
  const trace = new LogParser();
  trace.push(Buffer.from(log));
  trace.end();
  return trace;
}

describe("first line to show in a failed job's log", () => {
  const section = (name: string, lines: readonly string[], ends = true): string =>
    `section_start:1:${name}\r\u001b[0K${name}\n${lines.map((line) => `${line}\n`).join('')}${ends ? `section_end:2:${name}\r\u001b[0K` : ''}`;
  const failed = 'ERROR: Job failed: exit code 1\n';
  const landsOn = (log: string): string => {
    const trace = parsed(log);
    const line = lineOf(trace);
    return trace.text(line, line + 1);
  };
  const around = (script: string): string =>
    `Running\n${section('get_sources', ['src/x.c:1:1: error: not this'])}${script}${section('after_script', ['src/y.c:1:1: error: nor this'])}${section('cleanup_file_variables', [])}${failed}`;

  it('is the last error of the script', () => {
    const script = section('step_script', [
      'src/a.c:1:1: error: one',
      'src/b.c:1:1: error: two',
      'src/c.c:1:1: warning: w',
      'done',
    ]);
    assert.equal(landsOn(around(script)), 'src/b.c:1:1: error: two');
  });
  it('is the last warning if there is no error', () => {
    assert.equal(
      landsOn(around(section('step_script', ['src/c.c:1:1: warning: w', 'done']))),
      'src/c.c:1:1: warning: w',
    );
  });
  it('is the output of the failed test, not of a later test that passed', () => {
    const script = section('step_script', [
      '=== RUN   TestA',
      '    a_test.go:7: no stock',
      '--- FAIL: TestA (0.00s)',
      '=== RUN   TestB',
      '    b_test.go:9: all is well',
      '--- PASS: TestB (0.00s)',
      'FAIL',
    ]);
    assert.equal(landsOn(around(script)), '    a_test.go:7: no stock');
  });
  it('is not a note if there is neither an error nor a warning', () => {
    assert.equal(
      landsOn(around(section('step_script', ['src/c.c:1:1: note: n', 'make: *** [all] Error 1']))),
      'make: *** [all] Error 1',
    );
  });
  it('is the last line of output if no line names a file', () => {
    assert.equal(
      landsOn(around(section('step_script', ['$ make', 'make: *** [all] Error 1', '']))),
      'make: *** [all] Error 1',
    );
  });
  it("is in the section that the script didn't end", () => {
    const script = section('step_script', [
      'src/a.c:1:1: error: before',
      section('inner', ['it broke'], false).trimEnd(),
    ]);
    assert.equal(landsOn(around(script)), 'it broke');
  });
  it("is in the last section if the script didn't start", () => {
    assert.equal(
      landsOn(`Running\n${section('prepare_executor', ['no such image'])}${failed}`),
      'no such image',
    );
  });
  it('is in the upload of the artifacts if the script succeeded', () => {
    const upload = section('upload_artifacts_on_success', [
      'Uploading artifacts...',
      'dist/: found 34 matching artifact files and directories',
      'ERROR: Uploading artifacts as "archive" to coordinator... 413 Request Entity Too Large',
      'FATAL: too large',
    ]);
    const script = section('step_script', ['$ npm run build', 'src/a.ts:1:1: error: tolerated', 'built']);
    assert.equal(
      landsOn(around(`${script}${section('archive_cache', ['Created cache'])}${upload}`)),
      'ERROR: Uploading artifacts as "archive" to coordinator... 413 Request Entity Too Large',
    );
    const onFailure = upload.replaceAll('on_success', 'on_failure');
    assert.equal(landsOn(around(`${script}${onFailure}`)), 'src/a.ts:1:1: error: tolerated');
  });
  it("is the last line before the runner's final message if there are no sections", () => {
    assert.equal(landsOn(`$ make\nno rule\n\n${failed}`), 'no rule');
  });
  it("is the runner's message if the script isn't the cause", () => {
    const timeout = 'ERROR: Job failed: execution took longer than 1h0m0s seconds';
    const script = section('step_script', ['$ npm test', 'src/a.ts:1:1: error: old', 'waiting']);
    assert.equal(landsOn(around(script).replace(failed, `${timeout}\n`)), timeout);
    assert.equal(
      landsOn(`${section('prepare_executor', ['x'])}ERROR: Job failed (system failure): no disk\n`),
      'ERROR: Job failed (system failure): no disk',
    );
  });
  it('is the last line that the runner wrote if the log exceeded its maximum size', () => {
    const cut = "Job's log exceeded limit of 4194304 bytes.";
    const log = `${section('step_script', ['$ npm test', 'src/a.ts:1:1: error: old'], false)}${cut}\nJob execution will continue but no more output will be collected.\n`;
    assert.equal(landsOn(log), cut);
    assert.ok(isCut(parsed(log)));
    assert.ok(!isCut(parsed(`$ echo "${cut}"\n${failed}`)));
  });
  it('exists for any log', () => {
    assert.equal(landsOn(''), '');
    assert.equal(landsOn(failed), 'ERROR: Job failed: exit code 1');
    const piece = fc.constantFrom(
      failed,
      section('step_script', ['x']),
      section('a', [], false),
      'x.c:1:1: error: y\n',
      '\n',
      'section_end:1:a\r\u001b[0K',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const trace = new LogParser();
        trace.push(Buffer.from(pieces.join('')));
        trace.end();
        const line = lineOf(trace);
        assert.ok(line >= 0 && line <= Math.max(0, trace.lineCount - 1));
      }),
    );
  });
});
