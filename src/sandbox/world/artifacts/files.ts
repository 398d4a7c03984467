import type { Job } from '../model';
import { png } from '../png';
import type { ScriptKind } from '../recipe';
import type { ZipFile } from './zip';

const text = (path: string, ...lines: readonly string[]): ZipFile => ({
  path,
  bytes: Buffer.from(`${lines.join('\n')}\n`),
});

const SCREENSHOT = png(320, 200, (x, y) => {
  if (y < 32) return [38, 50, 86];
  const isButton = x > 210 && x < 300 && y > 150 && y < 180;
  if (isButton) return [31, 117, 203];
  return x > 20 && x < 180 && y % 24 < 10 && y > 48 && y < 176 ? [200, 206, 214] : [250, 250, 252];
});

const LOGO = png(64, 64, (x, y) => (((x >> 3) + (y >> 3)) % 2 === 0 ? [54, 120, 200] : [236, 242, 250]));

/** The files of the archives by script, without those that depend on the job. */
const FILES: Partial<Readonly<Record<ScriptKind, readonly ZipFile[]>>> = {
  compile: [
    text(
      'dist/index.html',
      '<!doctype html>',
      '<title>Storefront</title>',
      '<script src="main.js"></script>',
    ),
    text('dist/main.js', 'export const start = () => document.body.append("Storefront");'),
    text('dist/main.css', 'body {', '  margin: 0;', '}'),
    { path: 'dist/assets/logo.png', bytes: LOGO },
    text('dist/stats.json', '{', '  "modules": 214,', '  "bytes": 183204', '}'),
  ],
  'browser-tests': [
    text(
      'reports/junit.xml',
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="3" failures="0">',
      '  <testsuite name="checkout" tests="3" failures="0" time="31.4">',
      '    <testcase classname="checkout" name="adds an item to the cart" time="8.2"/>',
      '    <testcase classname="checkout" name="applies a discount" time="9.1"/>',
      '    <testcase classname="checkout" name="pays with a saved card" time="14.1"/>',
      '  </testsuite>',
      '</testsuites>',
    ),
    text(
      'reports/index.html',
      '<!doctype html>',
      '<title>Browser tests</title>',
      '<h1>3 tests, 0 failures</h1>',
    ),
    { path: 'screenshots/checkout/cart.png', bytes: SCREENSHOT },
    text(
      'coverage/cobertura.xml',
      '<?xml version="1.0"?>',
      '<coverage line-rate="0.87" branch-rate="0.81" version="1">',
      '  <packages/>',
      '</coverage>',
    ),
    text('coverage/summary.txt', 'Statements   87.4 %', 'Branches     81.0 %'),
  ],
  scan: [text('gl-sast-report.json', '{', '  "version": "15.0.7",', '  "vulnerabilities": []', '}')],
};

const OTHER: readonly ZipFile[] = [text('output/report.txt', 'All steps completed.')];

/** Returns the files of the archive of a job. One of them depends on the job. */
export function filesOf({ id, spec, pipeline }: Job): readonly ZipFile[] {
  const info = text(
    'build-info.txt',
    `job ${String(id).padStart(12, '0')}`,
    `commit ${pipeline.sha}`,
    `script ${spec.script}`,
  );
  return [{ ...info, stored: true }, ...(FILES[spec.script] ?? OTHER)];
}
