/**
 * A kind of line that reports a failure. A line scores the weight of its kind, minus the slope for each line of
 * output between it and the end. What a shell reports is only the cause close to the end; the output of a
 * failed test may be followed by a long summary.
 */
export interface FailureKind {
  readonly weight: number;
  readonly slope: number;
  /** Adjacent lines of this kind are one message, which begins at the first of them. */
  readonly isParagraph?: boolean;
  /** Failures of tests, which some runners print behind a harmless severity. */
  readonly isOfTest?: boolean;
  /** The first of several lines that begin with the same mark, such as `✘`, counts. */
  readonly isList?: boolean;
}

/** A problem with a location, as the problem matchers find it. */
export const LOCATED_ERROR: FailureKind = { weight: 100, slope: 0.1 };
export const LOCATED_WARNING: FailureKind = { weight: 30, slope: 1 };
/** Text in red, of tools that aren't known. */
export const RED_TEXT: FailureKind = { weight: 40, slope: 0.3, isParagraph: true };

const startsWith = (...beginnings: readonly string[]): RegExp => new RegExp(`^(?:${beginnings.join('|')})`);

const SHELL = { weight: 125, slope: 5 };
const SIGNAL = { weight: 90, slope: 2 };
const EXCEPTION = { weight: 95, slope: 1 };
const TEST = { weight: 85, slope: 0.3, isParagraph: true, isOfTest: true, isList: true };
const MESSAGE = { weight: 78, slope: 1, isParagraph: true };
/** Plain sentences, if there is nothing better close to the end. */
const SENTENCE = { weight: 35, slope: 1.5, isParagraph: true };

const CRASH = { weight: 88, slope: 0.3 };
/** The name of a file, if there is nothing better close to the end. */
const FILE = { weight: 16, slope: 0.5, isParagraph: true, isOfTest: true };
const POSITION = { weight: 45, slope: 0.3, isParagraph: true };
/** With strict settings, warnings fail. */
const WARNING = { weight: 17, slope: 0.5, isParagraph: true, isOfTest: true };
/** Rows of a report and changes of generated files, if there is nothing better. */
const REPORTED = { weight: 12, slope: 0, isList: true };
/** Output of a command that was called with wrong arguments, if it contains no message. */
const USAGE = { weight: 33, slope: 0.2 };

const SHELL_MESSAGES = [
  'not found',
  'No such file or directory',
  'Permission denied',
  '[Ss]yntax error',
  'unexpected ',
  'unbound variable',
  'parameter (?:not set|null)',
  '[Bb]ad substitution',
  'cannot execute',
  'Exec format error',
].join('|');
const SIGNALS = ['Killed', 'Segmentation fault', 'Bus error', 'Aborted', 'Illegal instruction'].join('|');

interface FailureRow extends FailureKind {
  /** The beginning of a line is its first visible character. */
  readonly expression: RegExp;
  /** The next line must not match, for headings of suites that look like tests. */
  readonly unlessNext?: RegExp;
}

/** The first row that matches is used. */
export const FAILURE_KINDS: readonly FailureRow[] = [
  {
    ...SHELL,
    expression: startsWith(
      // `build.sh: line 12: jq: command not found`, `/bin/sh: 1: jq: not found`, `bash: jq: command not found`
      String.raw`(?:[^\s:]{1,200}: (?:line )?\d{1,7}: |(?:\S{0,200}/)?(?:ba|da|z|k|a)?sh: |env: ).{0,300}(?:${SHELL_MESSAGES})`,
      String.raw`(?:OCI runtime exec failed: |exec: ).{0,300}(?:not found|no such file)`,
      // PowerShell and cmd.
      String.raw`(?:\S{1,200} ?: )?The term '.{1,200}' is not recognized`,
      String.raw`'.{1,200}' is not recognized as an internal or external command`,
    ),
  },
  {
    ...SIGNAL,
    expression: startsWith(
      String.raw`(?:${SIGNALS})\b.{0,40}$`,
      // `bash: line 5: 4711 Aborted (core dumped) ./tests`: the program may have printed why.
      String.raw`[^\s:]{1,200}: (?:line )?\d{1,7}: +\d{1,8} (?:${SIGNALS})\b`,
    ),
  },
  {
    weight: 120,
    slope: 2,
    expression:
      /[Nn]o space left on device|\bENOSPC\b|\b[Oo]ut of memory\b|OutOfMemoryError|OOMKilled|Cannot allocate memory/,
  },
  {
    ...EXCEPTION,
    expression: startsWith(
      'Exception in thread ',
      // Terraform
      '│ Error: ',
      'Caught: ',
      // Git: `CONFLICT (content): Merge conflict in src/cart.ts`
      String.raw`CONFLICT \(`,
      String.raw`stack \w{0,80}Error: `,
      // Ruby: `PG::ConnectionBad: connection to server failed`
      String.raw`(?:[A-Z]\w{0,80}::){1,8}[A-Z]\w{0,80}: `,
      String.raw`\S{1,80} aborted!$`,
      String.raw`Unhandled \S`,
      String.raw`\*\*(?:error|exit|throw):`,
      'Uncaught ',
      'panic: ',
      '[Ff]atal error: ',
      'PHP Fatal error',
      'terminate called ',
      String.raw`thread '.{1,200}' (?:\(\d+\) )?panicked`,
      String.raw`\*\* \(\w`,
      // `KeyError: 'total'`, `java.lang.IllegalStateException: no stock`
      String.raw`[A-Za-z_][\w.$]{0,200}(?:Error|Exception|Interrupt)(?: \[\w+\])?(?::|$)`,
    ),
  },
  {
    ...TEST,
    expression: startsWith(
      String.raw`not ok \d`,
      String.raw`--- FAIL: `,
      String.raw`\[ {2}FAILED {2}\] \S+\.\S`,
      '● .* › ',
      String.raw`(?:› )?[✕✗✘✖×❌⨯⛔]\uFE0F? {1,3}\S`,
      String.raw`(?:Failure|Error) (?:→|->|in|at|while|during|executing) \S`,
      String.raw`\S.{0,200}\.{3} ?\*failed\*`,
      // testthat
      '── (?:Failure|Error)',
      String.raw`\d{1,5}\) \S`,
      String.raw`\d{1,5}\. {1,3}\w{0,40}Error\b`,
      String.raw`(?:FAILED|FAIL|ERROR):? {1,4}\S+[./:]\S`,
      // Biome: a file that isn't formatted.
      String.raw`\S{1,200} (?:format|lint|check|assist)\S{0,60} (?:.{1,40} )?━{3}`,
      // rustfmt
      String.raw`Diff in \S{1,300}(?: at line |:)\d{1,7}:?$`,
      // ScalaTest, pre-commit, Trivy, Gitleaks
      String.raw`.{1,200}\*{3} FAILED \*{3}`,
      String.raw`\S.{0,200}\.{3,}Failed$`,
      String.raw`Total: [1-9]\d* \((?:UNKNOWN|LOW|MEDIUM|HIGH|CRITICAL): `,
      'Finding: {2,}',
    ),
  },
  // Robot Framework prints numbers below suites.
  {
    ...TEST,
    expression: startsWith(String.raw`\S.{0,200} \| FAIL \|$`),
    unlessNext: /^\d+ tests?, \d+ passed, \d+ failed/,
  },
  {
    ...MESSAGE,
    expression: startsWith(
      'Error from server|Jest: "',
      String.raw`\S{1,200} invalid$`,
      String.raw`make(?:\[\d{1,3}\])?: \*\*\* (?!\[)`,
      String.raw`(?:\S{1,60}: )?\[?(?:[Ff]atal|FATAL|[Ee]rror|ERROR|ERR!|[Cc]ritical|CRITICAL)\]?(?:[:\]]| \S{1,40}:)`,
      String.raw`(?:ERROR|FATAL|CRITICAL|SEVERE) {1,3}\w`,
      String.raw`(?:time=\S{1,60} )?level=(?:error|fatal|panic) `,
      String.raw`Message *: \S`,
      String.raw`\[!\] \S`,
      String.raw`npm (?:ERR!|error) `,
      String.raw`ERR_[A-Z_]+\b`,
      String.raw`(?:E|E\d{3,4}): `,
      String.raw`error\[\w+\]`,
      'error during connect',
      '(?:remote: )?(?:HTTP Basic: )?[Aa]ccess denied',
      'denied: |unauthorized: |Permission denied|Host key verification failed',
      "(?:> )?(?:Could(?: not|n't)|Cannot|Can't|Unable to|Failed to|No such) ",
      // TeX; `! [remote rejected] HEAD -> main (pre-receive hook declined)`
      String.raw`! (?:[A-Z]|\[(?:remote )?rejected\])`,
      // `curl: (22) The requested URL returned error: 503`, `shop.Order.buyer: (fields.E304) Reverse accessor …`
      String.raw`[\w.-]{1,60}: \((?:\w{1,20}\.)?[A-Z]?\d{1,4}\) \S`,
      // Composer: `- acme/lib 2.0.0 requires php >=8.3 -> your php version does not satisfy that requirement.`
      String.raw`- \S.{0,100} requires \S.{0,160}(?: -> | but )\S`,
      'error (?=[A-Z])',
      // Linkers: `main.cpp:(.text+0x1d): undefined reference to …`
      String.raw`\S.{0,160}: (?:undefined (?:reference|symbol)|multiple definition|duplicate symbol)`,
      // R
      String.raw`Error in \S.{0,120} ?:`,
      String.raw`[\w.@/+-]{1,60}: (?:\S.{0,300})?(?:[Nn]o such|[Dd]enied|[Nn]ot found|[Cc]annot|[Cc]ould not|[Ff]ailed|refused|timed out|does not exist|[Ii]nvalid|[Uu]nknown|not (?:allowed|permitted|authorized)|rejected|forbidden)`,
    ),
  },
  // `The active test run was aborted. Reason: Test host process crashed`, also above a summary of what passed.
  {
    ...CRASH,
    expression:
      /^(?!\w+:\/\/).*\b(?:process|host|worker|renderer|server|run|container|vm|machine|daemon|browser|compiler|program)\b.{0,60}\b(?:crashed|(?:was|been) (?:aborted|killed)|died|(?:exited|terminated|closed|stopped) unexpectedly)\b/i,
  },
  { weight: 60, slope: 0.3, expression: startsWith(String.raw`\* What went wrong:`) },
  { weight: 60, slope: 0.3, expression: startsWith(String.raw`FAIL(?:ED|URE)?\b`) },
  { weight: 55, slope: 0.3, expression: /(?:\s|\[)(?:FAIL|FAILED|ERROR)(?:[\s:\]]|$)/ },
  // Formatters print the files that would change.
  {
    ...FILE,
    expression:
      /^(?:\[warn\] |(?:[Ww]ould|[Nn]eeds?) \w{1,20}:? |[Uu]nformatted:? )?[\w@.+/-]{0,200}[\w-]\.[A-Za-z]\w{0,9}$/,
  },
  // A position without a file.
  {
    ...POSITION,
    expression: /^[\w"'[#].{0,180}\b(?:at|on|in|near) line \d{1,7}(?:, col(?:umn)? \d{1,7})?\b/,
  },
  { ...WARNING, expression: startsWith('WARNING\\b', 'Warning: ') },
  { ...USAGE, expression: /^[Uu]sage: \S/ },
  { ...REPORTED, expression: startsWith('[Ss]everity: ', 'diff --git ') },
  {
    ...SENTENCE,
    // Not rows of tables, and not items of lists.
    expression:
      /^(?=[\w"'(<]).{0,190}\b(?:(?<!\b(?:0|no) )missing\b(?!:)|(?:is|are|was|were)(?: not|n't) \w+|not found|(?:could|can|does|did)(?: not|n't)|cannot|unable to|(?<!\b0 )failed|invalid|denied|refused|forbidden|rejected|timed out|time-?out|no such|unsatisfiable|mismatch|violat(?:ion|e[sd]?)|exceed(?:ed|s)?|conflicts?|conflicting|(?:must|should)(?: not)? be|out of (?:date|range|sync)|unexpected|unhealthy|uncommitted|expected .{1,60} (?:got|found))\b/i,
  },
];

/** Lines that state a severity that fails no job. */
export const HARMLESS =
  /^\W{0,3}(?:[a-z][\w-]{0,20} )?(?:info|warn(?:ing)?|debug|trace|notice|deprecat\w*)\b/i;

/** Numbers of failures that are 0. */
export const NO_FAILURES =
  /\b(?:failed|failures?|errors?|broken|skipped)\s*[:=]\s*0\b|\b(?:0|no) (?:failed|failures?|errors?|broken)\b/gi;

/** Lines that only state that something failed. The cause is above them. */
export const CONSEQUENCE = startsWith(
  String.raw`(?:g?make|ninja)(?:\[\d{1,3}\])?: (?:\*\*\* \[|Leaving |Target |build stopped)`,
  String.raw`npm (?:ERR!|error) *(?:$|code |errno|syscall |path |command |workspace |location |Lifecycle |Exit status|Failed at the|This is probably|A complete log|.{1,200}[\\/]_logs[\\/])`,
  'error Command failed|info Visit |ELIFECYCLE|ERR_PNPM_RECURSIVE_RUN',
  'BUILD FAILED|FAILURE: Build failed|Build FAILED|Execution failed for task |(?:> )?Could not resolve all |A problem occurred ',
  String.raw`\* Try:|> (?:Run with|Get more help)`,
  '[✖×] Some errors were emitted|Checked \\d+ file',
  'error: (?:Recipe |could not compile|aborting due to)',
  '(?:ERROR: )?failed to (?:build: failed to )?solve: process |Tasks: TOP|\\(See full trace |Took \\d',
  'BEGIN failed--|error: failed to fetch some objects|Automatic merge failed|(?:error: )?[Cc]ould not apply [\\da-f]{7,40}\\b|error: failed to push some refs',
  String.raw`.{1,80}\bfor (?:help|more (?:help|information|details)),? (?:visit|see|run|go to)\b`,
  'exit status |script returned exit|Process (?:exited|finished)|Command exited|##\\[',
  String.raw`\[(?:ERROR|INFO|WARNING)\] *(?:$|Failed to execute goal(?! .*\b(?:[Cc]ould not|[Cc]annot|not found)\b)|To see the full|Re-run Maven|For more information|\[Help|-> |After correcting|mvn |BUILD FAILURE|-{5}|Total time|Finished at|Tests run:|Failures:|Errors:|There are test failures|See )`,
  String.raw`Tests?:? +\d|Test (?:Suites|Files):? |Snapshots: |Time: |Ran |=+ .{0,200} =+$`,
  String.raw`# (?:tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) |(?:Result: )?(?:FAIL|FAILED|NOT OK)$|ok \d|1\.\.\d`,
  String.raw`Found \d+ error|[✖✘×] \d+ problems?|\d+ (?:errors?|problems?|warnings?|failed|failures?|examples?|passing|failing|files?|tests?|specs?|features?|scenarios?|steps?)\b`,
);
