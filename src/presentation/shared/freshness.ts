import { t } from '../../base/localize';
import { explain, sentences } from './error-messages';
import { ago, timeOfDay } from './time-labels';

/** What a view says about how old its rows are. At most one of `age` and `trouble` claims that they are up to date. */
export interface Freshness {
  /** Beside the title. */
  readonly age: string | undefined;
  /** Above the rows. */
  readonly trouble: string | undefined;
  /** At the topmost rows, which stand for all below them; undefined while they are up to date. */
  readonly mark: string | undefined;
}

/**
 * `since`: when all was up to date for the last time, undefined for never; `failure`: what the last refresh failed
 * with; `incomplete`: some rows could not be read.
 */
export function freshness(of: {
  readonly since: number | undefined;
  readonly failure: unknown;
  readonly incomplete: boolean;
  readonly now: number;
}): Freshness {
  const { since, failure, incomplete, now } = of;
  const at = since === undefined ? undefined : timeOfDay(since, now);
  if (failure !== undefined) {
    const { why } = explain(failure);
    return at === undefined
      ? { age: undefined, trouble: sentences(t('Not up to date.'), why), mark: undefined }
      : {
          age: t('not updated since {0}', at),
          trouble: sentences(t('Not updated since {0}.', at), why),
          mark: t('as of {0}', at),
        };
  }
  const age = since === undefined || incomplete ? undefined : ago(new Date(since).toISOString(), now);
  return { age: age === undefined ? undefined : t('updated {0}', age), trouble: undefined, mark: undefined };
}
