import { t } from '../../base/localize';
import { explain, sentences } from './error-messages';
import { duration, timeOfDay } from './time-labels';

/** Texts about the age of a view's rows. */
export interface Freshness {
  /** Next to the title of the view; undefined while the rows are up to date. */
  readonly age: string | undefined;
  /** Message above the rows. */
  readonly errorMessage: string | undefined;
  /** In the topmost rows, for all rows below; undefined while they are up to date. */
  readonly mark: string | undefined;
}

/** A pause that a server requested, for example because of its rate limit. `until`: Unix milliseconds. */
export interface ServerPause {
  readonly host: string;
  readonly until: number;
}

/** Age in milliseconds up to which rows are shown without it: the title of a view has little space. */
const MAX_CURRENT_MS = 60_000;

/**
 * `since`: when everything was last up to date, undefined if never; `failure`: error of the last refresh;
 * `incomplete`: some rows couldn't be loaded; `isSlow`: a refresh is taking long; `pause`: a server asked to wait.
 */
interface Refreshes {
  readonly since: number | undefined;
  readonly failure: unknown;
  readonly incomplete: boolean;
  readonly isSlow: boolean;
  readonly pause?: ServerPause | undefined;
  readonly now: number;
}

export function freshness(of: Refreshes): Freshness {
  const state = lastRefresh(of);
  if (!of.isSlow) return state;
  const slow = { ...state, age: t('refreshing…') };
  return of.pause === undefined ? slow : { ...slow, errorMessage: pauseMessage(of.pause, of.now) };
}

const pauseMessage = ({ host, until }: ServerPause, now: number): string =>
  t(
    '{0} asked Switchyard to wait. The refresh continues in {1}.',
    host,
    duration(Math.max(1, Math.ceil((until - now) / 1000)), 'long') ?? '',
  );

function lastRefresh(of: Refreshes): Freshness {
  const { since, failure, incomplete, now } = of;
  const at = since === undefined ? undefined : timeOfDay(since, now);
  if (failure !== undefined) {
    const { why } = explain(failure);
    return at === undefined
      ? { age: undefined, errorMessage: sentences(t('Not up to date.'), why), mark: undefined }
      : {
          age: t('as of {0}', at),
          errorMessage: sentences(t('Not updated since {0}.', at), why),
          mark: t('as of {0}', at),
        };
  }
  const isCurrent = since === undefined || now - since < MAX_CURRENT_MS;
  return {
    age: isCurrent || incomplete || at === undefined ? undefined : t('as of {0}', at),
    errorMessage: undefined,
    mark: undefined,
  };
}
