import type { KeyValueStore } from '../app/ports';
import { DisposableStore, type Disposable } from '../base/disposable';
import { patternReader } from '../domain/trace/problems-patterns';
import { problemSetting } from '../editor/problem-setting';
import { workspaceFiles } from '../editor/workspace-files';
import { LogColours } from './log-colours';
import { LogFolding } from './log-folding';
import type { LogFollow } from './log-follow';
import { LogLanding } from './log-landing';
import { LogLinks } from './log-links';
import { LogOutline } from './log-outline';
import { LogProblems, type LogProblemsPorts } from './log-problems';
import { LogReading } from './log-reading';
import { LogTimes } from './log-times';
import { VisibleLogs } from './log-visible';

export interface LogLooksPorts extends Omit<LogProblemsPorts, 'files' | 'patterns'> {
  readonly follow: LogFollow;
  readonly memory: KeyValueStore;
}

/** Everything that makes the text of a log easier to read: nothing of it changes the text. */
export class LogLooks implements Disposable {
  readonly visible: VisibleLogs;
  readonly colours: LogColours;
  readonly problems: LogProblems;
  readonly times: LogTimes;
  readonly reading: LogReading;
  readonly #subscriptions = new DisposableStore();

  constructor(ports: LogLooksPorts) {
    const { documents, follow, memory } = ports;
    const add = <T extends Disposable>(part: T): T => this.#subscriptions.add(part);
    this.visible = add(new VisibleLogs(documents));
    this.colours = add(new LogColours(this.visible));
    this.times = add(new LogTimes(this.visible, memory));
    add(new LogFolding(documents));
    add(new LogOutline(documents));
    const patterns = patternReader();
    this.problems = add(
      new LogProblems({ ...ports, files: workspaceFiles, patterns: () => patterns(problemSetting()) }),
    );
    add(new LogLinks(documents, this.problems));
    add(new LogLanding({ documents, follow, problems: this.problems }));
    this.reading = new LogReading({ documents, problems: this.problems, times: this.times });
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }
}
