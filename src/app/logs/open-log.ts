import type { JobKey } from '../shared/keys';
import type { RecentItems } from '../shared/recent-items';

export interface JobLogOpenerDeps {
  /** Colors, links and problems in logs. They find the line to show first. */
  readonly decorations: { load(): Promise<unknown> };
  readonly logs: { open(key: JobKey, name: string): Promise<void> };
  readonly recent: Pick<RecentItems, 'add'>;
}

/** Opens the log of a job in an editor: what happens on a click on a job, and by every other way to its log. */
export class JobLogOpener {
  readonly #deps: JobLogOpenerDeps;

  constructor(deps: JobLogOpenerDeps) {
    this.#deps = deps;
  }

  /** Opens the log, or shows the editor that has it, and remembers it among the recently opened. */
  async open(key: JobKey, name: string): Promise<void> {
    const { decorations, logs, recent } = this.#deps;
    // Before the log: they select the line at which it opens.
    await decorations.load();
    await logs.open(key, name);
    const { base, project, job } = key;
    await recent.add({ what: 'job', base, project, id: job, label: name });
  }
}
