import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}

/** Returns the lines in which a rule of this project reports something. */
function reportedLines(rule: string, lines: readonly string[]): readonly number[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'lint-rules-'));
  try {
    const config = {
      jsPlugins: [path.join(ROOT, 'scripts/lib/tests/lint-rules.mjs')],
      categories: { correctness: 'off' },
      rules: { [`switchyard/${rule}`]: 'error' },
    };
    writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config));
    writeFileSync(path.join(folder, 'code.ts'), lines.join('\n'));
    const program = path.join(ROOT, 'node_modules/oxlint/bin/oxlint');
    const args = [program, '--config', '.oxlintrc.json', '--format', 'json', 'code.ts'];
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    assert.notEqual(stdout, '', stderr);
    const { diagnostics } = JSON.parse(stdout) as Report;
    assert.ok(diagnostics.every(({ code }) => code.includes(rule)));
    return diagnostics.flatMap(({ labels }) => labels.map(({ span }) => span.line)).sort((a, b) => a - b);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('rules of this project', () => {
  it('report spread literals, and spread arguments of super', () => {
    const reported = reportedLines('unneeded-spreads', [
      'export const values = {',
      '  ...{ one, two },',
      '};',
      "export const names = [...['one'], 'two'];",
      'export const sum = add(...[1, 2]);',
      'export class Named extends Base {',
      '  constructor(deps: readonly [string, string]) {',
      '    super(...deps);',
      '  }',
      '}',
    ]);
    assert.deepEqual(reported, [2, 4, 5, 8]);
  });

  it('allow spreads of variables, results, and conditions', () => {
    const reported = reportedLines('unneeded-spreads', [
      'export const values = { ...given, ...(isOn ? { one } : {}), two };',
      'export const names = [...given, ...[1, 2].map(String)];',
      'export const most = Math.max(...given);',
      'export class Named extends Base {',
      '  constructor(name: string) {',
      '    super(name, [...name]);',
      '  }',
      '}',
    ]);
    assert.deepEqual(reported, []);
  });

  it('report error classes whose name is not that of an error', () => {
    const reported = reportedLines('error-names', [
      'export class Busy extends Error {}',
      'export class BusyError extends Error {}',
      'export class Late extends BusyError {}',
      'export class Row extends Entry {}',
    ]);
    assert.deepEqual(reported, [1, 3]);
  });
});
