import { workspace } from 'vscode';
import type { JobLinesDeps } from '../../../app/logs/job-lines';
import type { KeyValueStore } from '../../../app/shared/stores';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { patternReader } from '../../../domain/logs/problem-matchers/patterns';
import { LIST_SETTINGS, SECTION } from '../../../presentation/shared/settings';
import { frameFiles } from '../../shared/editor/frame-files';
import { regexTimeout } from '../../shared/editor/regex-timeout';
import { workspaceFiles } from '../../shared/editor/workspace-files';
import { LogColors } from './colors';
import { LogFolding } from './folding';
import type { LogFollow } from './follow';
import { LogHeaders } from './header';
import { InitialReveal } from './initial-reveal';
import { LogLinks } from './links';
import { LogOutline } from './outline';
import { ProblemMarks } from './problem-marks';
import { LogProblems, type LogProblemsDeps } from './problems';
import { LogReading } from './reading';
import { LogTabTooltips } from './tab-tooltips';
import { LogTimes } from './times';
import { VisibleLogs } from './visible-lines';

export interface LogDecorationsDeps extends Omit<LogProblemsDeps, 'files' | 'lines' | 'rules'> {
  readonly committedFile: JobLinesDeps['committedFile'];
  /** Shows a temporary message in the status bar. */
  readonly showStatus: (sentence: string) => void;
  readonly follow: LogFollow;
  readonly memory: KeyValueStore;
}

/** All features that make logs easier to read. None of them changes the text. */
export class LogDecorations implements Disposable {
  readonly visible: VisibleLogs;
  readonly colors: LogColors;
  readonly problems: LogProblems;
  readonly times: LogTimes;
  readonly reading: LogReading;
  readonly marks: ProblemMarks;
  readonly #subscriptions = new DisposableStore();

  constructor(deps: LogDecorationsDeps) {
    const { documents, follow, memory } = deps;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.visible = add(new VisibleLogs(documents));
    this.colors = add(new LogColors(this.visible));
    this.times = add(new LogTimes(this.visible, memory));
    add(new LogFolding(documents));
    add(new LogOutline(documents));
    add(new LogHeaders(documents));
    add(new LogTabTooltips(documents));
    const rules = patternReader(regexTimeout, deps.notify);
    this.problems = add(
      new LogProblems({
        ...deps,
        files: workspaceFiles,
        lines: { text: (...of) => frameFiles.text(...of), committedFile: deps.committedFile },
        rules: () => rules(problemSetting()),
      }),
    );
    this.marks = add(new ProblemMarks(this.problems));
    add(new LogLinks(documents, this.problems, deps.showStatus));
    add(new InitialReveal({ documents, follow, problems: this.problems }));
    this.reading = new LogReading({ documents, problems: this.problems, times: this.times });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}

/** Returns the user's patterns from the settings without validation. */
const problemSetting = (): unknown =>
  workspace.getConfiguration(SECTION).get(LIST_SETTINGS.logProblemPatterns.key);
