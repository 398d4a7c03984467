import type { Found, LineReader, LogFinding } from './problems-shapes';
import { foundAt } from './problems-places';
import { step } from './problems-lines';

/** `    price_test.go:12: got 1, want 2`: a test's own words, whether it fails or not. */
const LOGGED = new RegExp(String.raw`^${step} {4,}(([\w.-]+\.go):(\d{1,7})):(?: (.*))?$`);
/** What tells whose words follow, and perhaps how it ended. */
const HEAD = new RegExp(
  String.raw`^${step}\s*(?:(---|===) (PASS|FAIL|SKIP|RUN|NAME|CONT|PAUSE):?\s+(?:\S+ (?=\S+ \())?(\S+))`,
);
/** Lines that one test writes, and what all tests write until one is told to have failed. */
const MOST_OF_TEST = 200;
const MOST_TO_RUN = 1_000;

/**
 * What a test logs is a problem below `--- FAIL`. Below `=== RUN` (`go test -v`) nobody knows yet: it is a place, and
 * becomes a problem when the test is told to have failed.
 */
export function goTest(text: string, at: number, read: LineReader): Found | undefined {
  const logged = LOGGED.exec(text);
  if (logged === null) return undefined;
  for (let other = at - 1; other >= Math.max(0, at - MOST_OF_TEST); other--) {
    const [, , verdict, name = ''] = HEAD.exec(read(other)) ?? [];
    if (verdict !== undefined) return placeOf(text, logged, verdict === 'FAIL' ? name : undefined);
  }
  return placeOf(text, logged, undefined);
}

/** Where a test's words say nothing in their first line, its name does. */
function placeOf(text: string, logged: RegExpExecArray, failed: string | undefined): Found {
  const [, place = '', path = '', line, words = ''] = logged;
  const start = text.indexOf(place);
  if (failed === undefined) return foundAt(start, place, path, line, undefined, undefined);
  const message = words.trim() === '' ? failed : words.trim();
  return foundAt(start, place, path, line, undefined, { severity: 'error', message });
}

/** What a test that failed wrote since it began, which was only places until now. */
export function failedAbove(text: string, at: number, read: LineReader): readonly LogFinding[] {
  const [, dashes, verdict, failed] = HEAD.exec(text) ?? [];
  if (dashes !== '---' || verdict !== 'FAIL' || failed === undefined) return [];
  const found: LogFinding[] = [];
  let pending: LogFinding[] = [];
  for (let other = at - 1; other >= Math.max(0, at - MOST_TO_RUN); other--) {
    const words = read(other);
    const logged = LOGGED.exec(words);
    if (logged !== null) pending.push({ ...placeOf(words, logged, failed), logLine: other });
    const [, mark, kind, name] = HEAD.exec(words) ?? [];
    if (kind === undefined) continue;
    // Where words stand below an end, none stand above it.
    if (mark === '---' && pending.length > 0) break;
    if (mark === '===' && name === failed) {
      found.push(...pending);
      if (kind === 'RUN') break;
    }
    pending = [];
  }
  return found.reverse();
}
