import { t } from '../../base/localize';
import { MERGE_REQUEST_STATES } from '../../schemas/merge-request';

const STATES: Readonly<Record<(typeof MERGE_REQUEST_STATES)[number], () => string>> = {
  opened: () => t('open'),
  closed: () => t('closed'),
  merged: () => t('merged'),
  locked: () => t('locked'),
};

/** The state of a merge request in a word; one that we do not know is written as the server does. */
export function stateWord(state: string): string {
  const known = MERGE_REQUEST_STATES.find((each) => each === state);
  return known === undefined ? state.replaceAll('_', ' ') : STATES[known]();
}
