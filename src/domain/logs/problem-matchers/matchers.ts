import { BLOCK_MATCHERS } from './blocks';
import { COMPILERS } from './compilers';
import { CONFIG } from './config-files';
import { goTest } from './go-test';
import { LINTERS } from './linters';
import { PHP_TOOLS } from './php';
import { PLACE_FORMS } from './place-forms';
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

/** Errors of programs that run, of tests for example. */
const ofRun = (matchers: readonly Matcher[]): readonly Matcher[] =>
  matchers.map((matcher) => ({ ...matcher, ofRun: true }));

/** One row per tool; the first one that matches a line is used. */
const MATCHERS: readonly Matcher[] = [
  { tool: 'go test', needs: /\.go:\d/, match: goTest },
  ...BLOCK_MATCHERS,
  ...LINTERS,
  ...COMPILERS,
  ...ofRun([{ tool: 'go panic', needs: /\.go:\d/, match: goFrame }]),
  ...CONFIG,
  ...ofRun([
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
  ]),
  ...SINGLE_LINES,
  ...TABLE_MATCHERS,
  ...ofRun(SHELLS),
  ...PLACE_FORMS,
  ...REPORTS,
];

/** Consecutive matchers, and an expression that matches the lines of at least one of them. */
interface MatcherGroup {
  readonly needs: RegExp;
  readonly matchers: readonly Matcher[];
}

/** With more, lines that match a group cost more; with fewer, all others do. */
const GROUP_SIZE = 8;

/** Testing one expression for several matchers takes a third of the time, and most lines match few groups. */
export const MATCHER_GROUPS: readonly MatcherGroup[] = groupsOf(MATCHERS);

function groupsOf(all: readonly Matcher[]): readonly MatcherGroup[] {
  const groups: Matcher[][] = [];
  for (const matcher of all) {
    const group = groups.at(-1);
    if (group?.[0]?.needs.flags === matcher.needs.flags && group.length < GROUP_SIZE) group.push(matcher);
    else groups.push([matcher]);
  }
  return groups.map((matchers) => ({
    needs: new RegExp(matchers.map(({ needs }) => `(?:${needs.source})`).join('|'), matchers[0]?.needs.flags),
    matchers,
  }));
}
