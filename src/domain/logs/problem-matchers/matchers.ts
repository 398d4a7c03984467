import { COMPILERS } from './compilers';
import { CONFIG } from './config-files';
import { goTest } from './go-test';
import { LINTERS } from './linters';
import { PHP_TOOLS } from './php';
import { pytestMessage, pytestPlace } from './pytest';
import { RUBY_MATCHERS } from './ruby';
import type { Matcher } from './shapes';
import { goFrame, javaFrame, pythonFrame, scriptFrame } from './stacks';
import { TAP } from './tap';
import { TEST_RUNS } from './test-runs';

/** One row per tool; the first one that matches a line is used. */
export const MATCHERS: readonly Matcher[] = [
  { tool: 'go test', needs: /\.go:\d/, match: goTest },
  ...LINTERS,
  ...COMPILERS,
  { tool: 'go panic', needs: /\.go:\d/, match: goFrame },
  ...CONFIG,
  ...TAP,
  ...TEST_RUNS,
  ...RUBY_MATCHERS,
  ...PHP_TOOLS,
  { tool: 'pytest', needs: /\.py:\d/, match: pytestPlace },
  { tool: 'pytest (short)', match: pytestMessage },
  { tool: 'python', match: pythonFrame },
  { tool: 'mocha, jest, vitest, playwright, node:test', match: scriptFrame },
  { tool: 'java', match: javaFrame },
];
