import { t } from '../../base/localize';
import type { CommandId } from './command-ids';
import { explain, isSilent } from './error-messages';

/** A failed item, as a line of the details. */
export interface BulkLine {
  readonly name: string;
  readonly why: string;
}

export interface BulkSummary {
  readonly message: string;
  /** Empty if the message contains everything. */
  readonly details: readonly BulkLine[];
  /** Shows the result of unconfirmed items; undefined if all results are known. */
  readonly check: CommandId | undefined;
  /** The server whose token lacks a scope or permission; undefined if that isn't the reason. */
  readonly anotherToken: string | undefined;
}

interface BulkOutcome {
  readonly done: number;
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  readonly stopped: number;
}

/** Sentences about an action on several jobs. */
export interface BulkTexts {
  readonly doneAll: (done: number, of: number) => string;
  /** `count` jobs failed, for different reasons. */
  readonly failedAll: (count: number) => string;
  /** Each of `count` jobs failed or may have succeeded. */
  readonly unconfirmedAll: (count: number) => string;
}

/** Summarizes an action on several items; undefined if all succeeded, because the rows show that. */
export function bulkSummary(
  { done, failed, stopped }: BulkOutcome,
  { doneAll, failedAll, unconfirmedAll }: BulkTexts,
): BulkSummary | undefined {
  const reported = failed.filter(({ error }) => !isSilent(error));
  if (reported.length === 0 && stopped === 0) return undefined;
  const explained = reported.map(({ name, error }) => ({ name, ...explain(error) }));
  const lines = explained.map(({ name, why }) => ({ name, why }));
  const check = explained.find((each) => each.check !== undefined)?.check;
  const [first] = lines;
  // A reason that all items share needs no details.
  const same = lines.every(({ why }) => why === first?.why);
  const reason =
    first === undefined
      ? ''
      : same
        ? first.why
        : check === undefined
          ? failedAll(lines.length)
          : unconfirmedAll(lines.length);
  const rest =
    stopped === 0
      ? ''
      : t(
          '{0, plural, one {Operation canceled with # job remaining.} other {Operation canceled with # jobs remaining.}}',
          stopped,
        );
  // Don't state that no item succeeded if an unconfirmed one may have.
  const message = [
    done === 0 && check !== undefined ? '' : doneAll(done, done + failed.length + stopped),
    reason,
    rest,
  ];
  return {
    message: message.filter((part) => part !== '').join(' '),
    details: lines.length > 1 ? lines : [],
    check,
    anotherToken: explained.find(({ steps }) => steps.includes('another-token'))?.base,
  };
}
