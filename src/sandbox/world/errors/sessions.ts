import { LruMap } from '../../../base/lru-map';
import { isRecord } from '../../../base/record';
import type { SessionCounts } from './model';

type Fields = Readonly<Record<string, unknown>>;

/** Maximum number of remembered session IDs. SDKs don't send updates for much older sessions. */
const MAX_KNOWN = 10_000;

/** Outcomes of a session, in the order of severity. */
const OUTCOMES = ['fine', 'errored', 'crashed'] as const;
type Outcome = (typeof OUTCOMES)[number];

const numberOf = (value: unknown): number => (typeof value === 'number' && value > 0 ? value : 0);

function outcomeOf({ status, errors }: Fields): Outcome {
  if (status === 'crashed') return 'crashed';
  return numberOf(errors) > 0 ? 'errored' : 'fine';
}

/** Session counts of a project. SDKs send an update whenever a session changes. */
export class Sessions {
  readonly #counts = { started: 0, errored: 0, crashed: 0 };
  readonly #known = new LruMap<string, { started: boolean; outcome: Outcome }>(MAX_KNOWN);

  get counts(): SessionCounts {
    return { ...this.#counts };
  }

  /** Applies an update. Each session is counted once, with its most severe outcome. */
  update(fields: Fields): void {
    const { sid, init } = fields;
    // A session without an ID can't be updated later.
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

  /** Adds the totals of finished sessions. */
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
