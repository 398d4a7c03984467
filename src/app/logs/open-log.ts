import type { JobKey } from '../shared/keys';
import type { RecentItems } from '../shared/recent-items';

export interface JobLogOpenerDeps {
  /** Colors, links, and problems in logs. They select the line to show first. */
  readonly decorations: { load(): Promise<unknown> };
  readonly logs: { open(key: JobKey, name: string): Promise<void> };
  readonly recent: Pick<RecentItems, 'add'>;
}

/** Opens job logs in editors. Used by all commands and clicks that open a log. */
export class JobLogOpener {
  readonly #deps: JobLogOpenerDeps;

  constructor(deps: JobLogOpenerDeps) {
    this.#deps = deps;
  }

  /** Opens the log or shows its editor, and adds it to the recent items. */
  async open(key: JobKey, name: string): Promise<void> {
    const { decorations, logs, recent } = this.#deps;
    // Loaded before the log, because they select its first visible line.
    await decorations.load();
    await logs.open(key, name);
    const { base, project, job } = key;
    await recent.add({ what: 'job', base, project, id: job, label: name });
  }
}
