import type { Matcher } from './problems-shapes';
import { COMPILERS } from './problems-compilers';
import { CONFIG } from './problems-config';
import { goTest } from './problems-go-test';
import { LINTERS } from './problems-linters';
import { PHP_TOOLS } from './problems-php';
import { pytestPlace, pytestWords } from './problems-pytest';
import { RUBY } from './problems-ruby';
import { goFrame, javaFrame, pythonFrame, scriptFrame } from './problems-stacks';
import { TAP } from './problems-tap';
import { TEST_RUNS } from './problems-test-runs';

/** One row a tool; the first that matches a line speaks for it. */
export const MATCHERS: readonly Matcher[] = [
  { tool: 'go test', needs: /\.go:\d/, match: goTest },
  ...LINTERS,
  ...COMPILERS,
  { tool: 'go panic', needs: /\.go:\d/, match: goFrame },
  ...CONFIG,
  ...TAP,
  ...TEST_RUNS,
  ...RUBY,
  ...PHP_TOOLS,
  { tool: 'pytest', needs: /\.py:\d/, match: pytestPlace },
  { tool: 'pytest (short)', match: pytestWords },
  { tool: 'python', match: pythonFrame },
  { tool: 'mocha, jest, vitest, playwright, node:test', match: scriptFrame },
  { tool: 'java', match: javaFrame },
];
