import { LruMap } from '../../../base/lru-map';
import { isRecord } from '../../../base/record';
import type { SessionCounts } from './model';

type Fields = Readonly<Record<string, unknown>>;

/** Sessions that are remembered by their names; older ones are not told of any more. */
const MAX_KNOWN = 10_000;

/** How badly a session went, so far. */
const OUTCOMES = ['fine', 'errored', 'crashed'] as const;
type Outcome = (typeof OUTCOMES)[number];

const numberOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

function outcomeOf({ status, errors }: Fields): Outcome {
  if (status === 'crashed') return 'crashed';
  return numberOf(errors) > 0 ? 'errored' : 'fine';
}

/** What the sessions of a project came to. An SDK tells of the same one again whenever it changes. */
export class Sessions {
  readonly #counts = { started: 0, errored: 0, crashed: 0 };
  readonly #known = new LruMap<string, { started: boolean; outcome: Outcome }>(MAX_KNOWN);

  get counts(): SessionCounts {
    return { ...this.#counts };
  }

  /** Takes what is told of one session: it counts once, for the worst that is known of it. */
  update(fields: Fields): void {
    const { sid, init } = fields;
    // One without a name cannot be told of again.
    const known = (typeof sid === 'string' ? this.#known.get(sid) : undefined) ?? {
      started: false,
      outcome: 'fine',
    };
    const started = known.started || init === true;
    if (started && !known.started) this.#counts.started++;
    const outcome = worse(known.outcome, outcomeOf(fields));
    if (outcome !== known.outcome) {
      if (known.outcome !== 'fine') this.#counts[known.outcome]--;
      if (outcome !== 'fine') this.#counts[outcome]++;
    }
    if (typeof sid === 'string') this.#known.set(sid, { started, outcome });
  }

  /** Takes the sums of many sessions that are over. */
  reportSums({ aggregates }: Fields): void {
    const list: readonly unknown[] = Array.isArray(aggregates) ? aggregates : [];
    for (const each of list) {
      const sums = new Map<string, unknown>(isRecord(each) ? Object.entries(each) : []);
      const [exited = 0, errored = 0, crashed = 0] = ['exited', 'errored', 'crashed'].map((name) =>
        numberOf(sums.get(name)),
      );
      this.#counts.started += exited + errored + crashed;
      this.#counts.errored += errored;
      this.#counts.crashed += crashed;
    }
  }
}

const worse = (one: Outcome, other: Outcome): Outcome =>
  OUTCOMES.indexOf(one) > OUTCOMES.indexOf(other) ? one : other;
