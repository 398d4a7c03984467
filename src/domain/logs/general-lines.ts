/** Names of the work of a job, a tool, or a script. */
const STEP = String.raw`(?:re-?)?(?:build|test|deploy|compil|execut|command|script|job|task|step|stage|phase|pipeline|target|recipe|process|install|check|lint|releas|run|suite|hook|goal|module|project|package|action|workflow|playbook|converge|wheel|operation|program|subprocess)\w*`;
/** Words before what failed: `ERROR: `, `[error] `, `Error: Error `. */
const LABEL = String.raw`\s{0,4}(?:[^\w\s]{0,3}(?:[a-z]{1,20}[^\w\s]{1,3}|error|err|fatal|critical|failure)\s{1,4}){0,4}(?:[^\w\s]{1,3}\s{0,4})?`;
const FAILED = String.raw`(?:(?:has |have |was |were )?(?:failed|failing|errored|unsuccessful|aborted|cancell?ed|stopped|terminated|broken)|fail(?:s|ure)?|did(?: not|n't) (?:complete|succeed|finish|pass|run)(?: successfully)?)`;
/** Status codes of HTTP and the values of assertions are reasons. */
const CODE = String.raw`(?:(?:exit|return)(?:ed)?[ _-]?(?:code|status)|(?:status|error)[ _-]?code(?!.{0,8}[2-5]\d\d)|code(?= \d+\)))s?`;
const COUNTED = String.raw`(?:errors?|error\(s\)|warnings?|warning\(s\)|failures?|failed|problems?|issues?|violations?|vulnerabilities|tests?)`;
/** No reason follows: the end, an exit code, a count, a time, or the name of what failed. */
const NO_REASON = String.raw`(?:[\s.!:()]*$|: '[^']{1,160}'$|:? [\s(]*-?\d+[\s.!)]*$|[ (]+(?:with|after|in|during|for|at|on) [^:'"\x60]{0,80}$)`;

const general = (...parts: readonly string[]): RegExp => new RegExp(parts.join(''), 'i');

/**
 * Lines that only state that something failed: they name a tool, a step, a count, or an exit code, but no file and
 * no reason. The cause is above them.
 */
const GENERAL: readonly RegExp[] = [
  // `Package Shop errored during testing`, `Vignette re-building failed.`, `deployment failed: 1`
  general(
    '^',
    LABEL,
    String.raw`(?:[\w@"'./-]+ ){0,6}`,
    STEP,
    String.raw`(?: [\w@"'./()-]+){0,4} `,
    FAILED,
    NO_REASON,
  ),
  general(
    '^',
    LABEL,
    String.raw`(?:[\w@"'./-]+ ){1,6}`,
    FAILED,
    String.raw` (?:during|in|while) `,
    STEP,
    String.raw`[\s.!]*$`,
  ),
  // `APPLICATION FAILED TO START`, `cabal: Tests failed for test:acme.`, `Failed step "publish" of plugin "npm"`
  general(
    '^',
    LABEL,
    String.raw`(?:[\w@./-]+ ){0,4}failed to (?:start|run|build|compile|complete|finish|deploy|load)[\s.!]*$`,
  ),
  general('^', LABEL, String.raw`(?:[\w-]+: )?tests? failed for [^:'"]{1,40}(?::[^:'"]{1,40})?$`),
  general(String.raw`\bfailed `, STEP, String.raw` "[^"]{1,60}" of \w+ "[^"]{1,60}"[\s.!]*$`),
  // `app-builder process failed ERR_CANNOT_EXECUTE`
  general(String.raw`(?:^|\s)`, STEP, ' ', FAILED, String.raw`(?: [a-z_]{5,})?[\s.!]*$`),
  // `Failed building wheel for lxml`, `error building site: logged 1 error(s)`
  general(
    '^',
    LABEL,
    String.raw`(?:failed(?: to)?|could(?: not|n't)|unable to|errors?(?: while| when)?) `,
    STEP,
    String.raw`(?: [^:'"]{0,80})?(?::? (?:logged|found) \d+ \S+)?[\s.!]*$`,
  ),
  // `Error during SonarScanner execution`
  general(
    '^',
    LABEL,
    String.raw`(?:an )?errors? (?:while|during|in|when) (?:[\w@./-]+ ){0,4}`,
    STEP,
    String.raw`[\s.!]*$`,
  ),
  // `return code was 2`, `exit code: 1`, `returned non-zero exit status 1`, `exited with 1`
  general(String.raw`\b`, CODE, String.raw`(?: was| is|:|=|:=| of)? ?[( ]?-?(?:[1-9]\d{0,9}|0x[\da-f]+)\b`),
  general(
    String.raw`\b(?:exit(?:ed|s)?|terminated|finished|returned|completed)(?: with)? (?:an? )?(?:non-?zero\b|-?[1-9]\d{0,2}\b|(?:exit )?(?:code|status) -?[1-9])`,
  ),
  general(String.raw`^\W*exit (?:code|status)\W*$|\bbad exit (?:code|status)\b`),
  // `Done. PASS=40 WARN=0 ERROR=1`, `logged 1 error(s)`, `failed with 2 errors`
  general(String.raw`(?:\b[a-z_]+[=:] ?\d+[,;]? +){2,}[a-z_]+[=:] ?\d+`),
  general(
    String.raw`\b(?:logged|found|with|had|has|produced|reported|contains?|detected|encountered|identified) (?:\d+|some) (?:\w+ ){0,2}`,
    COUNTED,
    String.raw`(?!\w)[^:'"]{0,60}:?\s*$`,
  ),
  // `Rule 0: RequireJavaVersion failed with message:`, `12:00:01 ERROR 1 --- [main] FailureAnalysisReporter :`
  general(String.raw`\bfailed with (?:the )?(?:following )?(?:message|error|output|reason)s?:\s*$`),
  general(String.raw`\b(?:error|fatal|severe)\b.{0,120} :\s*$`),
  // `Failed with errors in 0s 431ms`, `Execution halted`, `issues found in the above file`
  general(
    String.raw`\b(?:failed|aborted|completed|finished|done) with (?:\d+ )?(?:errors?|warnings?|failures?)\b[^:'"]{0,60}$`,
  ),
  general('^', LABEL, String.raw`execution (?:halted|stopped|aborted)\W*$`),
  general(
    String.raw`\b(?:the )?(?:above|previous) (?:files?|errors?|output|logs?|messages?|failures?|warnings?)\b|\bsee (?:the )?(?:above|output|logs?)\b`,
  ),
  // Headings: `RPM build errors:`, `Failures:`
  general(String.raw`^\W*(?:\w+ ){0,4}(?:errors?|failures?|problems?):?\W*$`),
  // `There were test failures`, `Some checks were not successful`
  general(
    '^',
    LABEL,
    String.raw`there (?:was|were|are|is) (?:\w+ ){0,3}`,
    COUNTED,
    String.raw`\b[^:'"]{0,60}$`,
  ),
  general(
    '^',
    LABEL,
    String.raw`(?:some|one or more|several|the following|multiple) (?:\w+ ){0,3}(?:failed|errors?|failures?|were not successful|did not pass)\b(?:[^:'"]{0,60}:?|: (?:\d+ \w+[,.]? ?)+)$`,
  ),
  general(
    String.raw`^[^:'"]{0,60}\berrors? (?:occurred|(?:was|were) (?:found|detected|reported))[^:'"]{0,60}$`,
  ),
];
/** A file with a line at the beginning. */
const NAMES_A_FILE = /^\W{0,4}(?:\w{1,20}: )?[^\s:(]*(?:(?<=\b[A-Za-z]):[^\s:(]*)?\.[A-Za-z]\w{0,9}[:(]\d/;
/** Fast check that all these lines pass. */
const CAN_BE_GENERAL =
  /fail|halt|problems?:|bad exit|above|previous|see|done|complet|finish|err|abort|cancel|stop|terminat|crash|broken|exit|code|status|return|did ?n[o']t|could|unable|were|=\d|\d (?:\w+ ){0,2}(?:problem|issue|violation|vulnerab|test)/i;

/** True if a line only states that something failed, in whatever words. */
export const isGeneral = (text: string): boolean =>
  CAN_BE_GENERAL.test(text) &&
  !NAMES_A_FILE.test(text) &&
  GENERAL.some((expression) => expression.test(text));
