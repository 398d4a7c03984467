import assert from 'node:assert/strict';
import { LogParser } from '../../../src/domain/logs/parser';

const ESC = '\u001b';
/** The runner writes a marker and the text after it separately. */
const MARKER_OR_LINE = new RegExp(`(?<=\\n|section_(?:start|end):[^\\r]*\\r${ESC}\\[0K)`);

/** A log exactly as a runner writes it. */
const RUNNER = [
  `${ESC}[0KRunning with gitlab-runner 18.4.0 (139a0ac0)${ESC}[0;m\n`,
  `${ESC}[0K  on docker-01 t1_abcdef, system ID: s_1234${ESC}[0;m\n`,
  `section_start:1762336800:prepare_executor\r${ESC}[0K`,
  `${ESC}[0K${ESC}[36;1mPreparing the "docker" executor${ESC}[0;m${ESC}[0;m\n`,
  `${ESC}[0KUsing Docker executor with image node:22 ...${ESC}[0;m\n`,
  `section_end:1762336803:prepare_executor\r${ESC}[0K`,
  `section_start:1762336803:step_script\r${ESC}[0K`,
  `${ESC}[0K${ESC}[36;1mExecuting "step_script" stage of the job script${ESC}[0;m${ESC}[0;m\n`,
  `${ESC}[32;1m$ npm test${ESC}[0;m\n`,
  `section_start:1762336805:install[collapsed=true,hide_duration=true]\r${ESC}[0KInstalling\n`,
  ` 10% ░░░\r 50% █░░\r100% ███\n`,
  `section_end:1762336810:install\r${ESC}[0K`,
  `\n`,
  `  ${ESC}[32m✔${ESC}[0m ${ESC}[90mrounds half a cent up${ESC}[39m\n`,
  `  ${ESC}[31m1) total${ESC}[0m\n`,
  `section_end:1762336823:step_script\r${ESC}[0K`,
  `section_start:1762336823:cleanup_file_variables\r${ESC}[0K`,
  `${ESC}[0K${ESC}[36;1mCleaning up project directory and file based variables${ESC}[0;m${ESC}[0;m\n`,
  `section_end:1762336824:cleanup_file_variables\r${ESC}[0K`,
  `${ESC}[31;1mERROR: Job failed: exit code 1\n${ESC}[0;m\n`,
].join('');

/** Draws the text with its styles as tags and its sections as bars in the margin. */
function drawn(log: string): string[] {
  const trace = new LogParser();
  trace.push(Buffer.from(log));
  trace.end();
  return Array.from({ length: trace.lineCount }, (_, line) => {
    let text = trace.text(line, line + 1);
    for (const { start, end, style } of [...trace.runs(line)].reverse()) {
      const logStyle = trace.style(style);
      const name = `${logStyle.bold === true ? 'b' : ''}${String(logStyle.foreground ?? '')}`;
      text = `${text.slice(0, start)}<${name}|${text.slice(start, end)}>${text.slice(end)}`;
    }
    const depth = trace.sections.filter(
      ({ first, last }) => first <= line && line <= (last ?? Infinity),
    ).length;
    return `${'│'.repeat(depth)}${text}`;
  });
}

describe('log of a runner', () => {
  const lines = [
    'Running with gitlab-runner 18.4.0 (139a0ac0)',
    '  on docker-01 t1_abcdef, system ID: s_1234',
    '│<b6|Preparing the "docker" executor>',
    '│Using Docker executor with image node:22 ...',
    '│<b6|Executing "step_script" stage of the job script>',
    '│<b2|$ npm test>',
    '││Installing',
    '││100% ███',
    '│  <2|✔> <8|rounds half a cent up>',
    '│  <1|1) total>',
    '│<b6|Cleaning up project directory and file based variables>',
    '<b1|ERROR: Job failed: exit code 1>',
    '',
  ];

  it('is read correctly', () => {
    assert.deepEqual(drawn(RUNNER), lines);
  });

  it('is read the same with a timestamp before each line', () => {
    let second = 0;
    let continued = false;
    const stamped = RUNNER.split(MARKER_OR_LINE)
      .map((write) => {
        const time = `2026-11-05T10:00:${String(second++).padStart(2, '0')}.000000Z 00O${continued ? '+' : ' '}`;
        continued = !write.endsWith('\n');
        return `${time}${continued ? `${write}\n` : write}`;
      })
      .join('');
    assert.deepEqual(drawn(stamped), lines);
  });
});
