/** The result of a test in the report of a runner. */
export interface TestResult {
  readonly file: string;
  readonly title: string;
  readonly passed: boolean;
  readonly ms: number;
  readonly error?: string;
  readonly screenshot?: string;
  readonly requests?: readonly string[];
}
export type Flaky = Pick<TestResult, 'file' | 'title'>;

export const MAX_FLAKY: number;
export function removeReport(name: string): Promise<void>;
export function testsIn(name: string): Promise<TestResult[]>;
export function findFlaky(
  failed: readonly TestResult[],
  rerun: (file: string) => Promise<readonly TestResult[] | undefined>,
): Promise<Flaky[]>;
export function reportFlaky(flaky: readonly Flaky[]): Promise<string[]>;
export function describeFailure(test: TestResult): string[];
