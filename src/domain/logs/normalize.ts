/** Differences between two runs of the same job: a pattern, and its replacement. */
type Rule = readonly [pattern: RegExp, instead: string];

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?';
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?!\w))?`;
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M)?`;
const UNIT = '(?:ms|µs|μs|us|ns|s|m|h|secs?|mins?|hrs?|milliseconds?|seconds?|minutes?|hours?)(?![\\w/])';
const AMOUNT = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;

/**
 * Applied in this order. No pattern crosses a line break or matches an angle bracket, and each replacement is
 * shorter than the match, so repeating until nothing changes terminates.
 */
const RULES: readonly Rule[] = [
  [
    /(?<!\w)\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d)(?!\w))?/g,
    '<time>',
  ],
  [
    new RegExp(String.raw`(?<!\w)${DAY}${MONTH} {1,2}\d{1,2} ${CLOCK}${ZONE}(?: \d{4})?(?!\w)`, 'g'),
    '<time>',
  ],
  [new RegExp(String.raw`(?<!\w)${DAY}\d{1,2} ${MONTH},? \d{4},? ${CLOCK}${ZONE}`, 'g'), '<time>'],
  [new RegExp(String.raw`(?<!\w)${DAY}\d{1,2} ${MONTH},? \d{4}(?!\w)`, 'g'), '<date>'],
  [new RegExp(String.raw`(?<!\w)${DAY}${MONTH} \d{1,2},? \d{4}(?!\w)`, 'g'), '<date>'],
  [/(?<![\w./-])\d{4}([-/.])\d\d\1\d\d(?![\w-])/g, '<date>'],
  [/(?<![\w./-])\d{1,2}([./])\d{1,2}\1\d{4}(?![\w-])/g, '<date>'],
  [new RegExp(String.raw`(?<![\w.:/-])${CLOCK}${ZONE}(?![\w:])`, 'g'), '<time>'],
  [/(?<!\w)[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?!\w)/gi, '<id>'],
  // Output of the runner about itself: its name, token, system, and container.
  [/(?<=^Running with gitlab-runner [^\n<>]{1,60}? on )[^\n<>,]+(?=,|$)/g, '<runner>'],
  [/(?<=^Running on [^\n]{1,200}? via )[^\n<>]+?(?=\.\.\.$|$)/g, '<runner>'],
  [/(?<=, system ID: )[\w-]+/g, '<id>'],
  [/(?<!\w)runner-[\w-]{1,60}-project-\d+-concurrent-\d+(?:-[\w-]{1,60})?/g, '<runner>'],
  [/(?<=\/builds\/)[\w-]{8,20}(?=\/\d+\/)/g, '<runner>'],
  // Temporary folders of a run.
  [
    /(?<![\w.-])(\/(?:var\/|private\/)?tmp\/)[^\s/'"`<>():,;\]]+(?:\/(?:var\/|private\/)?tmp\/[^\s/'"`<>():,;\]]+)*/g,
    '$1<temp>',
  ],
  [/(?<=\/var\/folders\/)[^\s/<>]+\/[^\s/<>]+\/T(?:\/[^\s/'"`<>():,;\]]+)?/g, '<temp>'],
  [/(?<=\\AppData\\Local\\Temp\\)[^\s\\'"`<>():,;\]]+/g, '<temp>'],
  // Port numbers.
  [/(?<=(?:\blocalhost|\b\d{1,3}(?:\.\d{1,3}){3}|\[::1?\]|<ip>):)\d{2,5}(?![\w.])/g, '<port>'],
  [/(?<=\bports?(?: |=|: ?| is | number ))\d{2,5}(?![\w.])/gi, '<port>'],
  [/(?<![\w.])(?:10\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.\d{1,3}\.\d{1,3}(?![\w.])/g, '<ip>'],
  // IDs of commits and images: hexadecimal, with at least one digit and one letter.
  [/(?<!\w)(?=[\da-f]{0,63}\d)(?=\d{0,63}[a-f])[\da-f]{7,64}(?!\w)/g, '<sha>'],
  [/(?<!\w)\d{40}(?!\w)/g, '<sha>'],
  [
    new RegExp(String.raw`(?<![\w.#-])${AMOUNT} ?${UNIT}(?: ${AMOUNT} ?${UNIT}|${AMOUNT}${UNIT})*`, 'g'),
    '<duration>',
  ],
  [new RegExp(String.raw`(?<![\w.#-])(?:\d{1,4}(?:h|m))+${AMOUNT}(?:ms|m|s)(?!\w)`, 'g'), '<duration>'],
  [
    /(?<=\b(?:p?id|job|pipeline|build|process|request)(?:=|: ?| id[=:]? ?| #?| ID[=:]? ?))\d+(?![\w.:])/gi,
    '<id>',
  ],
  [/(?<=\/(?:jobs|pipelines|builds)\/)\d+(?!\w)/g, '<id>'],
  [/(?<=(?:^|[\s(,[:=])#)\d+(?!\w)/g, '<id>'],
  // Unix times, and other numbers that are too large for counters.
  [/(?<![\w.])\d{10,39}(?![\w.])/g, '<id>'],
];

/** Lines without any of these are the same in all runs. */
const SUSPECT = /\d|runner|tmp|Temp/;
/**
 * A replacement may complete another pattern. Stops after this many rounds, in case a line was crafted to
 * repeat this.
 */
const MAX_ROUNDS = 20;

/**
 * Returns a line of a job log without the parts that differ between runs: times, durations, dates, IDs, commits,
 * temporary folders, runners, and ports, each replaced by its kind, for example `<time>`. Idempotent; a line stays a
 * single line.
 */
export function normalizeLine(line: string): string {
  if (!SUSPECT.test(line)) return line;
  let before = line;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    let after = before;
    for (const [pattern, instead] of RULES) after = after.replace(pattern, instead);
    if (after === before) break;
    before = after;
  }
  return before;
}
