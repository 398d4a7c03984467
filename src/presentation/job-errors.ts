import { ActionFailed } from '../domain/job-rules';
import { obstacleSentence, refusalSentence } from './action-sentences';
import type { Explainer } from './error-sentences';

/** What errors of acting on jobs and pipelines mean. */
export const explainJobActions: Explainer = (error, behind) => {
  const refused = obstacleSentence(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (!(error instanceof ActionFailed)) return undefined;
  const { why, steps } = behind(error.cause);
  return { why: refusalSentence(error) ?? why, steps };
};
