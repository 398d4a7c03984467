import { column, expressionOf, inOneLine, line, oneLine, path } from './lines';
import { NAMED_PATH } from './locations';
import type { LineFinding, Matcher } from './shapes';

const SUREFIRE = expressionOf(
  String.raw`^\[ERROR\] {2,}(?:Run \d+: )?(?<place>(?<path>(?:[\w$]{1,80}\.){0,20}[A-Z]\w{0,80})(?:\$\w{1,80}){0,5}\.\w{1,100}:${line})(?:->[\w.$:]+)* (?<message>\S.*)$`,
);

/** The summary names classes: `[ERROR]   CartTest.adds:14 expected: <2>`. */
function surefire(text: string): LineFinding | undefined {
  const found = inOneLine(SUREFIRE, text);
  return found && { ...found, path: `${found.path.replaceAll('.', '/')}.java` };
}

const DOCKER_PARSER = expressionOf(
  String.raw`^(?:ERROR: )?failed to .*?: (?<message>dockerfile parse error on (?<place>line ${line}): .*)$`,
);

/** Without the code, the file isn't named. */
function dockerParser(text: string): LineFinding | undefined {
  const found = inOneLine(DOCKER_PARSER, text);
  return found && { ...found, path: 'Dockerfile' };
}

/** Tools that report everything in one line, with the location in it. */
export const SINGLE_LINES: readonly Matcher[] = [
  oneLine(
    'less',
    expressionOf(
      String.raw`^(?<message>\w*Error: \S.*?) (?:in|on) (?<place>(?<path>[^\s'\"]{1,300}\.\w{1,9}) (?:on|in|at)? ?line ${line}(?:, column ${column})?):?$`,
    ),
    /\bline \d+(?:, column \d+)?:?$/,
  ),
  oneLine(
    'jsonlint, check-json, check-yaml, check-toml',
    expressionOf(
      String.raw`^(?<place>(?<path>[^\s:]{1,300}\.\w{1,9})): (?<message>Failed to \w+ decode \(.*\bline ${line} column ${column}\b.*)$`,
    ),
    /: Failed to \w+ decode \(/,
  ),
  oneLine(
    'pip',
    expressionOf(
      String.raw`^ERROR: (?<message>\S.*) \(from (?<place>line ${line} of (?<path>[^()]{1,300}\.(?:txt|in)))\)$`,
    ),
    /^ERROR: .*\(from line \d/,
  ),
  { tool: 'docker build (parser)', needs: /dockerfile parse error on line /, match: dockerParser },
  oneLine(
    'assertions of C',
    expressionOf(
      String.raw`^[\w.\/-]{1,200}: (?<place>${path}:${line}): (?:[^\n\x60]{1,200}: )?(?<message>Assertion [\x60'].* failed\.?)$`,
    ),
    /: Assertion .* failed/,
  ),
  oneLine(
    'helm',
    expressionOf(
      String.raw`\btemplate: (?<place>${path}:${line}:${column}): (?<message>(?:executing|error calling|\S*error\b).*)$`,
    ),
    /\btemplate: /,
  ),
  oneLine(
    'prettier',
    expressionOf(
      String.raw`^\[error\] (?<place>(?<path>[^:]{1,300}\.\w{1,9})): (?<message>\w*Error: .*\(${line}:${column}\))$`,
    ),
    /^\[error\] /,
  ),
  oneLine(
    'babel',
    expressionOf(
      String.raw`^SyntaxError: (?<place>(?<path>(?:[A-Za-z]:)?[^:]{1,300}\.\w{1,9})): (?<message>\S.*\(${line}:${column}\))$`,
    ),
    /^SyntaxError: .*\(\d+:\d+\)$/,
  ),
  oneLine(
    'rollup',
    expressionOf(
      String.raw`^\[!\] (?:\([^()]{1,60}\) )?\w{0,40}Error: (?<place>(?<path>(?:[A-Za-z]:)?[^:()]{1,300}\.\w{1,9}) \(${line}:${column}\)): (?<message>\S.*)$`,
    ),
    /^\[!\] /,
  ),
  oneLine(
    'psql',
    expressionOf(
      String.raw`^psql:(?<place>${path}:${line}): (?<severity>ERROR|FATAL|WARNING|NOTICE|INFO):\s+(?<message>\S.*)$`,
    ),
    /^psql:/,
  ),
  oneLine(
    'psalm',
    expressionOf(
      String.raw`^(?<severity>ERROR|INFO): \w+ - (?<place>${path}:${line}:${column}) - (?<message>\S.*)$`,
    ),
    /^(?:ERROR|INFO): \w+ - /,
  ),
  oneLine(
    'rustfmt',
    expressionOf(String.raw`^(?<message>Diff in (?<place>${path}(?::| at line )${line})):$`),
    /^Diff in /,
  ),
  oneLine(
    'cspell',
    expressionOf(String.raw`^(?<place>${path}:${line}:${column}) - (?<message>Unknown word .*)$`),
    / - Unknown word /,
  ),
  oneLine(
    'flutter analyze',
    expressionOf(
      String.raw`^\s*(?<severity>error|warning|info) • (?<message>\S.*) • (?<place>${path}:${line}:${column}) • \w+$`,
    ),
    / • /,
  ),
  oneLine(
    'dart analyze',
    expressionOf(
      String.raw`^\s*(?<severity>error|warning|info) - (?<place>(?<path>\S+\.dart):${line}:${column}) - (?<message>\S.*)$`,
    ),
    /\.dart:\d+:\d+ - /,
  ),
  oneLine(
    'groovyc',
    expressionOf(
      String.raw`^(?<place>(?<path>[^\s:']{1,300}\.(?:groovy|gradle)): ${line}): (?<message>\S.*)$`,
    ),
    /\.(?:groovy|gradle): \d+: /,
  ),
  { tool: 'Maven Surefire (summary)', needs: /^\[ERROR\] {2,}/, match: surefire },
  oneLine(
    'tests of TAP without a location',
    expressionOf(
      String.raw`^\s*not ok \d+(?! .*# (?:TODO|SKIP))(?: -)? (?<message>\S.* (?:at|in) \(?(?<place>(?:file:\/\/)?(?<path>[^\s:()]{1,300}\.\w{1,9}|${NAMED_PATH})(?::${line}(?::${column})?)?)\)?)$`,
    ),
    /^\s*not ok /,
  ),
];
