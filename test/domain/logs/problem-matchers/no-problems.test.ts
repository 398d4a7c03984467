import assert from 'node:assert/strict';
import { findings, short } from './findings';

/** Ordinary lines of logs. Some contain a position in a file, but none contains a problem. */
const ORDINARY = [
  'Downloading https://registry.example/a/b.tgz:443',
  'http://shop.example/src/a.ts:12',
  '  https://shop.example:8443/src/a.ts:12:5: error: not found',
  '12:34:56 all is well',
  '[12:34:56] src/a.ts compiled',
  '2026-11-05 12:34:56.123 ERROR c.a.Cart : no stock',
  '2009/11/10 23:00:00 main.go:23: Hello',
  'main.go:23: starting server',
  'I1105 12:34:56.123456       1 main.go:23] started',
  'time="2026-11-05T12:34:56Z" level=error msg="x" file="main.go:23"',
  'Listening on 0.0.0.0:8080',
  'registry.acme.example/storefront:1234abcd',
  'sha256:0123 node:22-slim',
  'latest: Pulling from docker/dockerfile',
  'Status: Downloaded newer image for docker/dockerfile:latest',
  'docker.io/docker/dockerfile:1',
  '#5 [internal] load build definition from Dockerfile',
  '#9 1.234 (1/3) Installing ca-certificates (20240226-r0)',
  ' => [internal] load metadata for docker.io/library/node:22',
  ' => ERROR [build 3/6] RUN npm ci',
  'npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory.',
  'npm WARN old lockfile',
  'npm ERR! code ELIFECYCLE',
  'npm error path /builds/acme/shop/node_modules/x',
  'npm error A complete log of this run can be found in: /root/.npm/_logs/2026-11-05T12_34_56_789Z-debug-0.log',
  'added 191 packages in 9s',
  'remote: Counting objects: 100% (12/12), done.',
  'From https://host.example/acme/storefront',
  ' * [new branch]      main       -> origin/main',
  'HEAD is now at 9871f47 Fix error: src/a.ts',
  ' create mode 100644 src/a.ts',
  ' src/a.ts | 12 +++++-----',
  ' 3 files changed, 12 insertions(+), 5 deletions(-)',
  '@@ -12,5 +12,7 @@ export function a() {',
  'warning: redirecting to https://host.example/acme/storefront.git/',
  'error: 0 errors',
  '0 errors, 0 warnings',
  '0 failed',
  'Found 0 errors in 12 files.',
  'Error Handling ... ok',
  'test error::tests::error_in_main.rs ... ok',
  'ok 3 - error: a.ts:12 is told',
  'ok - src/a.ts(1,2): error is told',
  'gcc -Wall -Werror -c src/a.c -o build/a.o',
  'g++ -Werror=format -I/usr/include -DFILE="a.c:12" -c a.cc',
  'cl.exe /nologo /WX /Fo"a.obj" a.cpp',
  '[ 12%] Building C object CMakeFiles/a.dir/src/a.c.o',
  '-- Found OpenSSL: /usr/lib/libcrypto.so (found version "3.0.11")',
  '-- Configuring done (0.3s)',
  '  CC       src/a.o',
  "make[1]: Entering directory '/builds/acme/shop'",
  'make: *** [Makefile:12: all] Error 1',
  '   Compiling shop v0.1.0 (/builds/acme/shop)',
  '  App -> /src/bin/Debug/net8.0/App.dll',
  '  Determining projects to restore...',
  '    0 Warning(s)',
  '> Task :app:compileKotlin UP-TO-DATE',
  'BUILD SUCCESSFUL in 12s',
  '[INFO] --- surefire:3.2.5:test (default-test) @ shop ---',
  '[INFO] Tests run: 12, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 0.123 s -- in acme.CartTest',
  '  ✓ adds (src/a.ts:12)',
  '  12 passing (1s)',
  ' ✓ src/price.test.ts (12 tests) 34ms',
  'PASS src/price.test.ts (5.123 s)',
  'tests/test_price.py::test_total PASSED                    [ 12%]',
  'tests/test_price.py ......                                [100%]',
  'src/price.ts      |   91.30 |   90.91 | 28-31',
  '  12   src/a.ts',
  '  3    lines of code in main.py',
  'Success: no issues found in 12 source files',
  'All checks passed!',
  'shop/price.py:12: 80% covered',
  '12 examples, 0 failures',
  'Finished in 0.02 seconds (files took 0.1 seconds to load)',
  'Inspecting 8 files',
  'OK (12 tests, 34 assertions)',
  'No syntax errors detected in src/a.php',
  'Terraform will perform the following actions:',
  'Plan: 2 to add, 0 to change, 0 to destroy.',
  '  # aws_instance.a will be created on main.tf line 3',
  'ok: [host1] => (item=a.yml:12)',
  'PLAY RECAP *******',
  'fatal: not a git repository',
  'Uploading artifacts as "archive" to coordinator... 201 Created  id=12 responseStatus=201 Created token=64_x',
  'coverage/index.html: found 12 matching artifact files and directories',
  'WARNING: dist/: no matching files. Ensure that the artifact path is relative to the working directory',
  'section line 12 of the file',
  'See https://docs.example/a.html#L12 for line 12',
  '    line: 12',
  '    file: a.ts',
  'Reading a.ts (12 kB): done',
  '  1:23 elapsed',
  'In the beginning line 1:',
  'user@host:~$ cat a.txt:12',
  'ssh://git@host.example:22/acme/shop.git',
  'a.b.c:1234',
  'v1.2.3: 12',
  'x.y : 12',
  'thread 12 at src/a.rs:12:5 is done',
  'test/a.test.ts:12 › adds (12ms)',
];

/** Groups of lines that belong together. */
const TOGETHER: readonly (readonly string[])[] = [
  [
    'Error: handled',
    '    at Context.<anonymous> (test/m.js:1:60)',
    '    at process.processImmediate (node:internal/timers:483:21)',
    '    ✔ logs',
  ],
  ['=== RUN   TestA', '    a_test.go:7: expected error: no stock', '--- PASS: TestA (0.00s)', 'PASS'],
  [
    'ok 1 - told',
    '  ---',
    "  location: '/app/x.test.mjs:5:3'",
    '  ...',
    'not ok 2 - later # TODO',
    '  ---',
    "  location: '/app/x.test.mjs:9:3'",
    '  ...',
  ],
  ['   12 | const a = 1;', ' --> src/a.ts:12:5'],
  [
    'Traceback (most recent call last):',
    '  File "/app/shop/price.py", line 12, in total',
    'ValueError: handled',
    'test_total (tests.TestPrice) ... ok',
  ],
  [
    'java.lang.IllegalStateException: handled',
    '	at com.acme.cart.Cart.total(Cart.java:12)',
    '[INFO] Tests run: 12, Failures: 0',
  ],
  ['CMake Warning at', '  12   a.ts', '  Line   b.php'],
  ['ERROR: failed to solve: process "/bin/sh -c false" did not complete successfully: exit code: 1'],
  ['1) a list in a text', 'see below', '/app/docs/a.md:12'],
  ['+ echo src/a.c:12: error'],
];

describe('job log problems in ordinary output', () => {
  const problems = (lines: readonly string[]): readonly string[] =>
    findings(lines)
      .filter(({ problem }) => problem !== undefined)
      .map(short);

  for (const line of ORDINARY) {
    it(`aren't found in "${line}"`, () => {
      assert.deepEqual(problems([line]), []);
    });
  }
  for (const lines of TOGETHER) {
    it(`aren't found in the lines starting with "${lines[0] ?? ''}"`, () => {
      assert.deepEqual(problems(lines), []);
    });
  }
  it("aren't found in all lines combined", () => {
    assert.deepEqual(problems([...ORDINARY, ...TOGETHER.flat()]), []);
  });
});
