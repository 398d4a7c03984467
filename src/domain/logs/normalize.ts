/** What differs between two runs of the same thing: a pattern, and what stands in its place. */
type Rule = readonly [pattern: RegExp, instead: string];

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}';
const DAY = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?';
const ZONE = String.raw`(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d)(?!\w))?`;
const CLOCK = String.raw`\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?[AP]M)?`;
const UNIT = '(?:ms|µs|μs|us|ns|s|m|h|secs?|mins?|hrs?|milliseconds?|seconds?|minutes?|hours?)(?![\\w/])';
const AMOUNT = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;

/**
 * Tried in this order. No pattern reaches over a line end or takes in an angle bracket, and each takes away more than
 * it puts in, so that going on until nothing changes comes to an end.
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
  // What the runner says of itself: its name, its token, its system and its container.
  [/(?<=^Running with gitlab-runner [^\n<>]{1,60}? on )[^\n<>,]+(?=,|$)/g, '<runner>'],
  [/(?<=^Running on [^\n]{1,200}? via )[^\n<>]+?(?=\.\.\.$|$)/g, '<runner>'],
  [/(?<=, system ID: )[\w-]+/g, '<id>'],
  [/(?<!\w)runner-[\w-]{1,60}-project-\d+-concurrent-\d+(?:-[\w-]{1,60})?/g, '<runner>'],
  [/(?<=\/builds\/)[\w-]{8,20}(?=\/\d+\/)/g, '<runner>'],
  // Folders that are made anew for each run.
  [
    /(?<![\w.-])(\/(?:var\/|private\/)?tmp\/)[^\s/'"`<>():,;\]]+(?:\/(?:var\/|private\/)?tmp\/[^\s/'"`<>():,;\]]+)*/g,
    '$1<temp>',
  ],
  [/(?<=\/var\/folders\/)[^\s/<>]+\/[^\s/<>]+\/T(?:\/[^\s/'"`<>():,;\]]+)?/g, '<temp>'],
  [/(?<=\\AppData\\Local\\Temp\\)[^\s\\'"`<>():,;\]]+/g, '<temp>'],
  // Where something listens.
  [/(?<=(?:\blocalhost|\b\d{1,3}(?:\.\d{1,3}){3}|\[::1?\]|<ip>):)\d{2,5}(?![\w.])/g, '<port>'],
  [/(?<=\bports?(?: |=|: ?| is | number ))\d{2,5}(?![\w.])/gi, '<port>'],
  [/(?<![\w.])(?:10\.\d{1,3}|172\.(?:1[6-9]|2\d|3[01])|192\.168)\.\d{1,3}\.\d{1,3}(?![\w.])/g, '<ip>'],
  // Names of commits and images: hexadecimal, with both a digit and a letter.
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
  // Unix times, and numbers that nobody counted up to.
  [/(?<![\w.])\d{10,39}(?![\w.])/g, '<id>'],
];

/** Lines without any of these are the same in every run. */
const SUSPECT = /\d|runner|tmp|Temp/;
/** What is put in may complete another pattern. A line that is made to do so again and again is left after so many rounds. */
const MAX_ROUNDS = 20;

/**
 * A line of a job log without what differs from run to run: times, durations, dates, ids, commits, temporary folders,
 * runners and ports, each replaced by its kind, `<time>`. Doing it twice changes nothing, and one line stays one line.
 */
export function normalise(line: string): string {
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
