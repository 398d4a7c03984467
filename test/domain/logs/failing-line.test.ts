import assert from 'node:assert/strict';
import fc from 'fast-check';
import { FailingLine } from '../../../src/domain/logs/failing-line';
import { failingPart, isCut } from '../../../src/domain/logs/failing-part';
import { LogParser } from '../../../src/domain/logs/parser';
import { ProblemScan } from '../../../src/domain/logs/problem-matchers/scan';

function lineOf(trace: LogParser): number {
  const scan = new ProblemScan(trace, undefined, failingPart(trace));
  while (!scan.step(true, () => true));
  const search = new FailingLine(trace, scan.problems);
  while (!search.step(() => false));
  return search.line;
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

  it('is the first error of the last list of errors', () => {
    const script = section('step_script', [
      'src/a.c:1:1: error: one',
      'src/b.c:1:1: error: two',
      'src/c.c:1:1: warning: w',
      'done',
    ]);
    assert.equal(landsOn(around(script)), 'src/a.c:1:1: error: one');
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
  for (const verdict of [
    'exit status 1',
    'exit code 137',
    'exit status 0xffffffff',
    'Process exited with status 65',
    'Process exited with status 1 from signal TERM',
    'Process exited with: 1. Reason was:  ()',
    'command terminated with exit code 2',
    'Exit Code 1',
  ]) {
    it(`is in the script after the message of the runner "${verdict}"`, () => {
      const script = section('step_script', ['$ make', 'src/a.c:1:1: error: one', 'make: *** [all] Error 1']);
      assert.equal(landsOn(around(script).replace('exit code 1', verdict)), 'src/a.c:1:1: error: one');
    });
  }
  it("is the runner's message if that names an exit code and a step of the runner", () => {
    const cause = 'ERROR: Job failed: prepare environment: exit status 1. Check the profile';
    assert.equal(
      landsOn(around(section('step_script', ['$ make', 'x'])).replace(failed, `${cause}\n`)),
      cause,
    );
  });

  const inScript = (...lines: readonly string[]): string =>
    landsOn(around(section('step_script', ['$ run', ...lines]))).trim();
  it('is the cause above a line that only states that something failed', () => {
    assert.equal(
      inScript('Error: connect ECONNREFUSED 10.0.0.3:5432', 'closing', 'Error: Vignette re-building failed.'),
      'Error: connect ECONNREFUSED 10.0.0.3:5432',
    );
  });
  it('is the error of the tool in the output of another tool', () => {
    assert.equal(
      inScript(
        'npm error code 1',
        'npm error path /builds/acme/web/node_modules/sharp',
        'npm error sharp warn install No binaries found',
        'npm error gyp ERR! find Tools checking the version',
        'npm error gyp ERR! stack Error: No compiler is installed',
        'npm error gyp ERR! cwd /builds/acme/web/node_modules/sharp',
        'npm error gyp ERR! not ok',
      ),
      'npm error gyp ERR! stack Error: No compiler is installed',
    );
  });
  it('is a crash above a summary of what passed', () => {
    assert.equal(
      inScript('The test host process crashed: out of handles', '', 'Passed!  - Failed:     0, Passed:   12'),
      'The test host process crashed: out of handles',
    );
  });
  it('is the first line of a usage', () => {
    assert.equal(
      inScript('usage: scp [-346BCp] source', '           [-c cipher] target'),
      'usage: scp [-346BCp] source',
    );
  });
  it('is the message of a stack, above or below the frame', () => {
    assert.equal(
      inScript(
        '1) Acme\\Test::testImport',
        'PDOException: no such table',
        '',
        '/builds/acme/shop/src/Csv.php:9',
        '',
        'ERRORS!',
        'Tests: 1, Errors: 1.',
      ),
      'PDOException: no such table',
    );
    assert.equal(
      inScript(
        'Traceback (most recent call last):',
        '  File "/builds/acme/shop/a.py", line 3, in main',
        '    run()',
        'ValueError: no price',
      ),
      'ValueError: no price',
    );
  });
  it('is the message of a program that a signal ended', () => {
    const signal = '/bin/bash: line 178: 42 Aborted                 node build.mjs';
    const memory = 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory';
    assert.equal(inScript('built 1 of 2', memory, ' 1: 0xb78db3 node::OOMErrorHandler()', signal), memory);
    assert.equal(inScript('built 1 of 2', signal), signal);
  });
  it('is the first of the failed tests in a list without locations', () => {
    assert.equal(inScript('✔ adds', '✘ pays', '  ├ declined', '✘ counts', '  ├ 2 is not 4'), '✘ pays');
    assert.equal(
      inScript('not ok 2 - pays', '# declined', 'ok 3', 'not ok 4 - counts', '# 2 is not 4'),
      'not ok 2 - pays',
    );
  });
  it('is in the details of a failed test, not in the list before them', () => {
    const list = ['  1) pays', '  2) counts', '', '  0 passing'];
    assert.equal(inScript(...list, '  1) Cart pays:', '     declined', '  2) Cart counts:'), '1) Cart pays:');
  });
  it('is the file with a conflict', () => {
    const conflict = 'CONFLICT (content): Merge conflict in src/price.ts';
    const end = 'Automatic merge failed; fix conflicts and then commit the result.';
    assert.equal(inScript('Auto-merging src/price.ts', conflict, end), conflict);
    const rebase = ['error: could not apply 1a2b3c4... Round', 'hint: Resolve all conflicts', end];
    assert.equal(inScript('Auto-merging src/price.ts', conflict, ...rebase), conflict);
  });
  for (const [cause, ...rest] of [
    [
      '! [rejected]        HEAD -> main (fetch first)',
      "error: failed to push some refs to 'x'",
      'hint: pull',
    ],
    ['curl: (22) The requested URL returned error: 503', 'Deployment failed.'],
    ['ERROR: Cannot install a==1.0 and b==2.0', '', 'ERROR: ResolutionImpossible: for help visit https://x'],
    ['Version mismatch: 1.2.3 in the package, 1.2.2 in the tag', 'See the wiki'],
    ['CHANGELOG.md was not updated', '12 files changed'],
    ['a.Order.b: (fields.E304) The accessor clashes', '', 'System check identified 1 issue (0 silenced).'],
    ['- acme/lib 2.0.0 requires php >=8.3 -> your php version (8.2.20) is too old.', 'Run composer update.'],
    ['DEPLOY_TOKEN is not set', 'Usage: deploy.sh ENVIRONMENT'],
    ['Severity: high', 'fix available via `npm audit fix`', '1 high severity vulnerability', 'npm audit fix'],
    ['diff --git a/src/schema.ts b/src/schema.ts', '@@ -1,3 +1,3 @@', '+export const version = 2;'],
  ])
    it(`is "${cause}" above output without a cause`, () => {
      assert.equal(inScript('building', cause ?? '', ...rest), cause);
    });
  it('is the error of a compiler above its place', () => {
    const error = 'error[E0382]: use of moved value: `label`';
    assert.equal(inScript(error, '  --> src/lib.rs:21:5', '   |', '21 |     label'), error);
  });
  it('is above a table of any length', () => {
    const rows = Array.from({ length: 4_000 }, (_, at) => `src/file-${at}.ts | ${at % 100} | 90 | 80 |`);
    assert.equal(
      inScript('Error: Cannot find module ./price', 'File | a | b | c |', ...rows),
      'Error: Cannot find module ./price',
    );
  });
  it('is above thousands of lines after the error', () => {
    const others = Array.from({ length: 5_000 }, (_, at) => `${'x'.repeat(at % 7)}(${at}) cc -c b${at}.c`);
    assert.equal(
      inScript('src/a.c:1:1: error: one', ...others, 'make: *** [all] Error 1'),
      'src/a.c:1:1: error: one',
    );
  });
  it('is searched in steps', () => {
    const trace = parsed(around(section('step_script', ['$ run', 'one', 'two', 'three'])));
    const search = new FailingLine(trace, []);
    let steps = 1;
    while (!search.step(() => true)) steps++;
    assert.ok(steps >= 3);
    assert.equal(trace.text(search.line, search.line + 1), 'three');
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
