import assert from 'node:assert/strict';
import { isGeneral } from '../../../src/domain/logs/general-lines';
import { timesOf } from '../../builders/growth';

const GENERAL = [
  'ERROR: Package Acme errored during testing',
  'Error: Deployment of the web app failed.',
  'Error: SQL package deployment failed: 1',
  'ERROR: Failed building wheel for pillow',
  '× Building wheel for pillow (pyproject.toml) did not run successfully.',
  'error: Build failed with 3 errors',
  'CRITICAL The provisioner return code was 2, command was: ansible-playbook site.yml',
  'Error building site: logged 2 error(s)',
  'Done. PASS=12 WARN=0 ERROR=2 SKIP=0 TOTAL=14',
  'Command exited with code 127',
  'ERROR: Error during SonarScanner execution',
  'APPLICATION FAILED TO START',
  'cabal: Tests failed for test:acme-test from acme-0.1.',
  '[12:00:00 PM] [release] › ✘  Failed step "publish" of plugin "@acme/gitlab"',
  '[ERROR] Rule 0: acme.RequireJavaVersion failed with message:',
  '2026-11-30T12:00:01.000Z ERROR 1 --- [main] acme.LoggingFailureAnalysisReporter   : ',
  'SystemCheckError: System check identified some issues:',
  'error: Bad exit status from /var/tmp/rpm-tmp.x1 (%build)',
  'RPM build errors:',
  'rsync error: some files were not transferred (see previous errors) (code 23) at main.c(1338) [sender=3.2.7]',
  'tar: Exiting with failure status due to previous errors',
  'The command "bin/release" returned a non-zero exit status 2.',
  'subprocess exited with status 3',
  'There were test failures.',
  'Some checks were not successful',
  'Aborted with 2 warnings in strict mode!',
  'Execution halted',
  'Code style issues found in the above file. Run the formatter to fix.',
  '/app/node_modules/.bin/packager process failed ERR_PACKAGER_CANNOT_EXECUTE',
];

const SPECIFIC = [
  'Host key verification failed.',
  'Error: connect ECONNREFUSED 10.0.0.3:5432',
  'fatal: repository not found',
  'curl: (22) The requested URL returned error: 404',
  'Request failed with status code 401',
  'src/test/run.c:12: error: build failed',
  'We detected that the renderer process just crashed.',
  "Error: Cannot find module './price'",
  'Failed to connect to postgres port 5432: Connection refused',
  'Error: Could not read the build file: permission denied',
  'AssertionError: expected 3 to equal 4',
  'ERROR: Could not find a version that satisfies the requirement left-pad',
  'process finished with exit code 0',
  'AssertionError: expected value 3 to be 4',
  'expected response to have status code 200 but got 500',
  'Error: The return value 3 is negative',
  'Web server failed to start. Port 8080 was already in use.',
  'Error while reading the build file: permission denied',
];

describe('lines that only state that something failed', () => {
  for (const text of GENERAL) it(`include ${text}`, () => assert.ok(isGeneral(text)));
  for (const text of SPECIFIC) it(`don't include ${text}`, () => assert.ok(!isGeneral(text)));

  it('take linear time to recognize', () => {
    const words = [
      'error: ',
      'a: ',
      '!!! error ',
      'build ',
      'failed to build ',
      'exit code ',
      'found 1 x ',
      'a=1 ',
    ];
    for (const word of words) {
      const of = (length: number) => (): void => {
        for (let times = 0; times < 40; times++) isGeneral(`${word.repeat(length)}'`);
      };
      assert.ok(timesOf(of(2_000), of(250)) < 30, word);
    }
  });
});
