import type { CallOptions, Client } from '../../../api/client';
import {
  listLabelEvents,
  listMilestoneEvents,
  listStateEvents,
} from '../../../api/endpoints/resource-events';
import { isApiError } from '../../../api/errors';
import { ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import type { ChangeEvent } from '../../../domain/discussions/activity';
import { argsOf } from '../../merge-requests/calls';
import type { MergeRequests } from '../../merge-requests/merge-requests';
import { KeyedResource } from '../../shared/keyed-resource';
import { mergeRequestId, type MergeRequestKey } from '../../shared/keys';

export interface ChangeEventsDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: Pick<MergeRequests, 'peek' | 'onDidChange'>;
}

/** Changes of labels, milestone, and state. */
export interface MergeRequestEvents {
  readonly events: readonly ChangeEvent[];
  /** True if the server has more events than were read. */
  readonly cut: boolean;
}

const PAGE_SIZE = 100;
/** Limits the number of events of each kind. */
const MAX_PAGES = 5;
/** Maximum number of merge requests whose events are cached in addition to the retained ones. */
const MAX_KEPT = 20;

interface Known extends MergeRequestEvents {
  /** State of the merge request when the events were read. */
  readonly stamp: string | undefined;
}

/**
 * Changes of merge requests that aren't system notes. Read when first needed, and again after the merge request
 * changed. Empty if the server doesn't record them.
 */
export class ChangeEvents implements Disposable {
  readonly #deps: ChangeEventsDeps;
  readonly #parts = new DisposableStore();
  readonly #known = this.#parts.add(
    new KeyedResource<MergeRequestKey, Known>({
      idOf: mergeRequestId,
      serverOf: ({ base }) => this.#deps.clientFor(base),
      max: MAX_KEPT,
    }),
  );

  readonly onDidChange = this.#known.onDidChange;

  constructor(deps: ChangeEventsDeps) {
    this.#deps = deps;
    this.#parts.add(
      deps.mergeRequests.onDidChange((changes) => {
        for (const change of changes) if (change.kind === 'merge-request') this.#follow(change.key);
      }),
    );
  }

  peek(key: MergeRequestKey): MergeRequestEvents | undefined {
    return this.#known.peek(key);
  }

  /** Reads the events unless they are known and the merge request hasn't changed since. */
  async load(key: MergeRequestKey, options?: CallOptions): Promise<void> {
    const known = this.#known.peek(key);
    if (known === undefined || known.stamp !== this.#stampOf(key)) await this.refresh(key, options);
  }

  async refresh(key: MergeRequestKey, options?: CallOptions): Promise<void> {
    await this.#known.share(key, (signal) => this.#read(key, { ...options, signal }), options);
  }

  /** Keeps the events up to date until the result is disposed. */
  retain(key: MergeRequestKey): Disposable {
    return this.#known.retain(key);
  }

  /** Clears the cache after the account changed. */
  clear(): void {
    this.#known.clear();
  }

  dispose(): void {
    this.#parts.dispose();
  }

  async #read(key: MergeRequestKey, options: CallOptions): Promise<void> {
    const stamp = this.#stampOf(key);
    await this.#known.read(
      key,
      () => readEvents(this.#deps.clientFor(key.base), key, options),
      (read) => ({ ...read, stamp }),
    );
  }

  #follow(key: MergeRequestKey): void {
    const known = this.#known.peek(key);
    if (known === undefined || !this.#known.isRetained(key) || known.stamp === this.#stampOf(key)) return;
    // The next change retries.
    ignoreFailure(this.refresh(key, { priority: 'background' }));
  }

  #stampOf(key: MergeRequestKey): string | undefined {
    const request = this.#deps.mergeRequests.peek(key);
    return request && [request.updated_at, request.state].join(' ');
  }
}

async function readEvents(
  client: Client,
  key: MergeRequestKey,
  options: CallOptions,
): Promise<MergeRequestEvents> {
  const args = { ...argsOf(key), per_page: PAGE_SIZE };
  const limited = { ...options, maxPages: MAX_PAGES };
  const [labels, milestones, states] = await Promise.all([
    orNone(client.collect(listLabelEvents, args, limited)),
    orNone(client.collect(listMilestoneEvents, args, limited)),
    orNone(client.collect(listStateEvents, args, limited)),
  ]);
  return {
    events: [
      ...labels.items.map((event): ChangeEvent => {
        const { label } = event;
        return {
          ...factsOf('label', event),
          kind: 'label',
          action: actionOf(event),
          labels: [label ?? undefined],
        };
      }),
      ...milestones.items.map((event): ChangeEvent => ({
        ...factsOf('milestone', event),
        kind: 'milestone',
        action: actionOf(event),
        milestone: event.milestone?.title,
      })),
      ...states.items.map((event): ChangeEvent => ({
        ...factsOf('state', event),
        kind: 'state',
        state: event.state ?? '',
      })),
    ],
    cut: labels.cut || milestones.cut || states.cut,
  };
}

interface EventOf {
  readonly id: number;
  readonly user?: ChangeEvent['author'];
  readonly created_at?: string | null | undefined;
}
const factsOf = (kind: string, { id, user, created_at: at }: EventOf) => ({
  id: `${kind}-${id}`,
  author: user,
  at,
});

const actionOf = ({ action }: { readonly action?: string | null | undefined }): 'add' | 'remove' =>
  action === 'remove' ? 'remove' : 'add';

const NONE = { items: [], cut: false } as const;

/** Servers without these endpoints, and roles without access, have no events. */
async function orNone<T>(
  reading: Promise<{ readonly items: readonly T[]; readonly cut: boolean }>,
): Promise<{ readonly items: readonly T[]; readonly cut: boolean }> {
  try {
    return await reading;
  } catch (error) {
    if (isApiError(error, 'not-found') || isApiError(error, 'forbidden')) return NONE;
    throw error;
  }
}
