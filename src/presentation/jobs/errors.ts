import { ActionFailed } from '../../domain/jobs/rules';
import { obstacleSentence, refusalSentence } from '../shared/action-messages';
import type { ErrorMessages } from '../shared/error-messages';

/** Explains errors of actions on jobs and pipelines. */
export const explainJobActions: ErrorMessages = (error, behind) => {
  const refused = obstacleSentence(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (!(error instanceof ActionFailed)) return undefined;
  const explained = behind(error.cause);
  const refusal = refusalSentence(error);
  return refusal === undefined ? explained : { ...explained, why: refusal };
};
