import { t } from '../../base/localize';
import type { CommandId } from './command-ids';
import { explain, isSilent } from './error-messages';

/** One that was not done, as a line of the details. */
export interface BulkLine {
  readonly name: string;
  readonly why: string;
}

export interface BulkSummary {
  readonly message: string;
  /** Empty where the message says it all. */
  readonly details: readonly BulkLine[];
  /** Shows what became of those that are not confirmed; undefined where all are known. */
  readonly check: CommandId | undefined;
  /** The server whose token lacks a scope; undefined if that isn't the reason. */
  readonly moreScopes: string | undefined;
}

interface BulkOutcome {
  readonly done: number;
  readonly failed: readonly { readonly name: string; readonly error: unknown }[];
  readonly stopped: number;
}

/** What is told after several were done; undefined where all went well: then the rows tell it. */
export function bulkSummary(
  { done, failed, stopped }: BulkOutcome,
  doneAll: (done: number, of: number) => string,
): BulkSummary | undefined {
  const told = failed.filter(({ error }) => !isSilent(error));
  if (told.length === 0 && stopped === 0) return undefined;
  const explained = told.map(({ name, error }) => ({ name, ...explain(error) }));
  const lines = explained.map(({ name, why }) => ({ name, why }));
  const check = explained.find((each) => each.check !== undefined)?.check;
  const [first] = lines;
  // One reason for all is told once, with no need for details.
  const same = lines.every(({ why }) => why === first?.why);
  const reason =
    first === undefined
      ? ''
      : same
        ? first.why
        : check === undefined
          ? t('{0} failed for different reasons.', lines.length)
          : t("{0} failed or couldn't be confirmed.", lines.length);
  const rest =
    stopped === 0
      ? ''
      : t(
          '{0, plural, one {Operation canceled with # job remaining.} other {Operation canceled with # jobs remaining.}}',
          stopped,
        );
  // Nobody may say that none was done where one may have been.
  const message = [
    done === 0 && check !== undefined ? '' : doneAll(done, done + failed.length + stopped),
    reason,
    rest,
  ];
  return {
    message: message.filter((part) => part !== '').join(' '),
    details: lines.length > 1 ? lines : [],
    check,
    moreScopes: explained.find(({ steps }) => steps.includes('more-scopes'))?.host,
  };
}
