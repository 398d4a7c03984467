import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { FRAMES, type FrameName } from './frames';
import { framedLog, jobLog, rawLog, withTimestamps } from './job-log';

const problem = z.strictObject({
  /** End of the path. */
  path: z.string(),
  line: z.number(),
  /** A part of the message, in any case. */
  message: z.string(),
});

/** A part of one line of the log; with `at`, of the line at this position among those that contain it. */
const lineOfLog = z.union([z.string(), z.strictObject({ text: z.string(), at: z.number().int() })]);

export type ExpectedProblem = z.infer<typeof problem>;
export type ExpectedLine = z.infer<typeof lineOfLog>;

/** The whole log of a failed job, and what it contains. */
export interface FailedCase {
  readonly id: string;
  readonly kind: string;
  readonly log: string;
  /** Lines that an engineer would accept, the best first. */
  readonly expect: readonly ExpectedLine[];
  /** Problems that must be found, in any order. */
  readonly problems: readonly ExpectedProblem[];
}

export interface PassedCase {
  readonly id: string;
  readonly log: string;
}

/** The output of one tool, without the other lines of a script. */
export interface ToolCase {
  readonly id: string;
  readonly log: string;
  readonly problems: readonly ExpectedProblem[];
}

/** Logs that are counted together. */
export interface LogSet {
  readonly name: string;
  readonly failed: readonly FailedCase[];
  readonly passed: readonly PassedCase[];
  readonly tools: readonly ToolCase[];
}

const shortFailed = z
  .strictObject({
    tool: z.string(),
    /** The lines of the script's section; lines that begin with `$ ` are commands. */
    log: z.array(z.string()),
    /** The lines that an engineer would choose, best first: the text, or a part that only this line contains. */
    line: z.union([z.string(), z.array(z.string()).min(1)]),
    problems: z.array(problem).default([]),
    /** Message of the runner at the end, by default a failure of the script. */
    verdict: z.string().default('exit code 1'),
  })
  .transform(({ tool, log, line, problems, verdict }): FailedCase => ({
    id: tool,
    kind: 'short',
    log: jobLog(log, { verdict }),
    expect: [line].flat(),
    problems,
  }));

const shortPassed = z
  .strictObject({ tool: z.string(), log: z.array(z.string()) })
  .transform(({ tool, log }): PassedCase => ({ id: tool, log: jobLog(log, { verdict: undefined }) }));

const repeated = /^\*(?:(\d+)-)?(\d+) (.*)$/;

/** Lines in which `*12 text #` stands for 12 lines with their number, and `*7-12 text #` for those from 7 to 12. */
const lines = z.array(z.string()).transform((all) =>
  all.flatMap((line) => {
    const [, start = '1', end, text = ''] = repeated.exec(line) ?? [];
    if (end === undefined) return [line];
    const first = Number(start);
    const numbers = Array.from({ length: Number(end) - first + 1 }, (_, index) => first + index);
    return numbers.map((number) => text.replaceAll('#', String(number)));
  }),
);

const fieldFailed = z
  .strictObject({
    id: z.string(),
    kind: z.string(),
    /** `script`: the lines of the script; `raw`: the whole log, see `rawLog`. */
    frame: z.enum(['script', 'raw']),
    verdict: z.string(),
    log: lines,
    expect: z.array(z.string()).min(1),
    problems: z.array(problem).default([]),
  })
  .transform(({ frame, verdict, log, ...rest }): FailedCase => ({
    ...rest,
    log: frame === 'raw' ? rawLog(log, verdict) : jobLog(log, { verdict }),
  }));

const fieldPassed = z
  .strictObject({ id: z.string(), log: lines })
  .transform(({ id, log }): PassedCase => ({ id, log: jobLog(log, { verdict: undefined }) }));

const fieldTool = z
  .strictObject({ tool: z.string(), lines, problems: z.array(problem) })
  .transform(({ tool, lines: log, problems }): ToolCase => ({
    id: tool,
    log: jobLog(log, { verdict: 'exit code 1' }),
    problems,
  }));

/** A log in a separate file. */
const wholeFailed = z.strictObject({
  id: z.string(),
  kind: z.string(),
  file: z.string(),
  expect: z.array(z.string()).min(1),
});

const frame = z.custom<FrameName>((name) => typeof name === 'string' && name in FRAMES);

const recorded = z.strictObject({
  id: z.string(),
  /** The tools that ran, with their versions. */
  tools: z.array(z.string()).min(1),
  /** The executor of the runner. */
  frame,
  timestamps: z.boolean(),
  /** The output of the script. */
  log: lines,
});

const recordedFailed = recorded
  .extend({
    kind: z.enum(['build', 'lint', 'test', 'package', 'deploy', 'database', 'script']),
    exit: z.number().int().positive(),
    expect: z.array(lineOfLog).min(1),
    problems: z.array(problem),
  })
  .transform(({ id, kind, expect, problems, exit, ...rest }): FailedCase => ({
    id,
    kind,
    expect,
    problems,
    log: recordedLog(rest, exit),
  }));

const recordedPassed = recorded.transform(({ id, ...rest }): PassedCase => ({
  id,
  log: recordedLog(rest, 0),
}));

function recordedLog(
  { frame: name, timestamps, log }: Pick<z.infer<typeof recorded>, 'frame' | 'timestamps' | 'log'>,
  exit: number,
): string {
  const written = framedLog(log, name, exit);
  return timestamps ? withTimestamps(written) : written;
}

const ROOT = import.meta.dirname;
const textOf = (...parts: readonly string[]): string => readFileSync(path.join(ROOT, ...parts), 'utf8');

function list<T>(schema: z.ZodType<T>, ...parts: readonly string[]): readonly T[] {
  return z.array(schema).parse(JSON.parse(textOf(...parts)));
}

const filesIn = (folder: string): readonly string[] =>
  existsSync(path.join(ROOT, folder))
    ? readdirSync(path.join(ROOT, folder))
        .filter((file) => file.endsWith('.json'))
        .toSorted()
    : [];

/** All cases of a folder whose files contain a list of cases. */
const listsIn = <T>(schema: z.ZodType<T>, folder: string): readonly T[] =>
  filesIn(folder).flatMap((file) => list(schema, folder, file));

/** All cases of a folder whose files contain one case. */
const eachIn = <T>(schema: z.ZodType<T>, folder: string): readonly T[] =>
  filesIn(folder).map((file) => schema.parse(JSON.parse(textOf(folder, file))));

const wholeLogs = (): readonly FailedCase[] =>
  list(wholeFailed, 'field/whole.json').map(({ file, ...rest }) => ({
    ...rest,
    log: textOf('field', file),
    problems: [],
  }));

/** The names by which recorded logs are sealed. Doesn't read the files. */
export const recordedNames = (set: 'real' | 'sealed'): readonly string[] => [
  ...filesIn(`${set}/failed`).map((file) => path.parse(file).name),
  ...filesIn(`${set}/passed`).map((file) => `passed-${path.parse(file).name}`),
];

const recordedSet = (name: string): LogSet => ({
  name,
  failed: eachIn(recordedFailed, `${name}/failed`),
  passed: eachIn(recordedPassed, `${name}/passed`),
  tools: [],
});

const SETS = {
  corpus: (): LogSet => ({
    name: 'corpus',
    failed: listsIn(shortFailed, 'failed'),
    passed: listsIn(shortPassed, 'passed'),
    tools: [],
  }),
  field: (): LogSet => ({
    name: 'field',
    failed: [...list(fieldFailed, 'field/failed.json'), ...wholeLogs()],
    passed: list(fieldPassed, 'field/passed.json'),
    tools: list(fieldTool, 'field/tools.json'),
  }),
  real: () => recordedSet('real'),
  sealed: () => recordedSet('sealed'),
} as const satisfies Readonly<Record<string, () => LogSet>>;

export type SetName = keyof typeof SETS;
export const OPEN_SETS: readonly SetName[] = ['corpus', 'field', 'real'];
export const logSet = (name: SetName): LogSet => SETS[name]();
