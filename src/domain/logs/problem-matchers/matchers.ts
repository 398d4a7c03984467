import { BLOCK_MATCHERS } from './blocks';
import { COMPILERS } from './compilers';
import { CONFIG } from './config-files';
import { goTest } from './go-test';
import { LINTERS } from './linters';
import { PHP_TOOLS } from './php';
import { pytestMessage, pytestPlace } from './pytest';
import { REPORTS } from './reports';
import { RUBY_MATCHERS } from './ruby';
import type { Matcher } from './shapes';
import { SHELLS } from './shells';
import { SINGLE_LINES } from './single-lines';
import { goFrame, scriptFrame } from './stacks';
import { TABLE_MATCHERS } from './tables';
import { TAP } from './tap';
import { TEST_RUNS } from './test-runs';
import { javaFrame, nativeFrame, pythonFrame } from './uncaught';

/** One row per tool; the first one that matches a line is used. */
export const MATCHERS: readonly Matcher[] = [
  { tool: 'go test', needs: /\.go:\d/, match: goTest },
  ...BLOCK_MATCHERS,
  ...LINTERS,
  ...COMPILERS,
  { tool: 'go panic', needs: /\.go:\d/, match: goFrame },
  ...CONFIG,
  ...TAP,
  ...TEST_RUNS,
  ...RUBY_MATCHERS,
  ...PHP_TOOLS,
  { tool: 'pytest', needs: /\.py:\d/, match: pytestPlace },
  { tool: 'pytest (short)', needs: /^E/, match: pytestMessage },
  { tool: 'python', needs: /File "/, match: pythonFrame },
  { tool: 'mocha, jest, vitest, playwright, node:test', needs: /^\s*(?:at|❯)\s/, match: scriptFrame },
  { tool: 'Java, Kotlin, Groovy, Maven Surefire', needs: /:\d+\)\s*$/, match: javaFrame },
  { tool: 'sanitizers, valgrind', needs: / 0x/, match: nativeFrame },
  ...SINGLE_LINES,
  ...TABLE_MATCHERS,
  ...SHELLS,
  ...REPORTS,
];
