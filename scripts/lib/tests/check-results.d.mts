import type { Flaky, TestResult } from './test-reports.mjs';

/** Results of checks, printed when each has finished. */
export class CheckResults {
  readonly flaky: readonly Flaky[];
  readonly passed: number;
  readonly failed: number;
  begin(check: string): void;
  addCheck(check: string, result: { readonly passed: boolean; readonly lines: readonly string[] }): void;
  addTests(check: string, tests: readonly TestResult[]): void;
  addSlowFiles(failedTests: readonly TestResult[]): void;
  repeatFailed(
    check: string,
    rerun: (file: string) => Promise<readonly TestResult[] | undefined>,
  ): Promise<void>;
  hasPassed(check: string): boolean;
  failures(): string[][];
  table(): string;
}
