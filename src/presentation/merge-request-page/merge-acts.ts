import { t } from '../../base/localize';
import { mergePipeline } from '../../domain/merge-requests/merge-pipeline';
import type { MergeRemedy } from '../../domain/merge-requests/merge-status';
import type { Content } from '../shared/html';
import { BUTTON_OF_REMEDY, isOffered, type PageButtonName } from './buttons';
import { conflictsAreKnown } from './conflicts';
import { canShowThreads } from './discussion-shown';
import type { MergeRequestPageModel } from './model';
import { pipelineItem } from './page-command';
import { actButton, itemButton } from './parts';
import { awaitsReviewByUser, isPermitted, needsPassword, remediesOf } from './remedies';

/** A button of the merge section. */
export interface MergeAct {
  readonly act: PageButtonName;
  readonly text: string | undefined;
  /** Goes to the next thread on the page instead. */
  readonly isWalk: boolean;
  /** True for the next step. */
  readonly isMain: boolean;
}

/** Labels of remedies that open the browser. Threads that can be shown here have another button. */
const LABELS: Readonly<Partial<Record<MergeRemedy, () => string>>> = {
  showThreads: () => t('Show Threads in Browser'),
};

const OTHERS: readonly PageButtonName[] = [
  'merge',
  'setAutoMerge',
  'cancelAutoMerge',
  'approve',
  'unapprove',
  'rebase',
  'createPipeline',
  'previewMerge',
];

/** Returns the buttons of the remedies, then those of the other actions, without duplicates. */
export function mergeActs(model: MergeRequestPageModel): readonly MergeAct[] {
  const helping = remediesOf(model).map((remedy) => ({
    remedy,
    act: BUTTON_OF_REMEDY[remedy],
    text: LABELS[remedy]?.(),
    isWalk: remedy === 'showThreads' && canShowThreads(model.discussions),
  }));
  const others = OTHERS.filter((act) => helping.every((one) => one.act !== act)).map((act) => ({
    remedy: undefined,
    act,
    text: undefined,
    isWalk: false,
  }));
  const pipeline = mergePipeline(model.mergeRequest)?.id;
  const offered = [...helping, ...others].filter(
    ({ act }) =>
      isOffered(act, model.actions) &&
      (act !== 'rebase' || !conflictsAreKnown(model)) &&
      (act !== 'showPipeline' || pipeline !== undefined) &&
      (act !== 'approve' || !needsPassword(model)),
  );
  // The next step of a reviewer is the review, even if the merge request can already be merged.
  const review = awaitsReviewByUser(model) ? offered.find(({ act }) => act === 'approve') : undefined;
  const first = review ?? offered.find(({ remedy }) => remedy !== undefined && isPermitted(model, remedy));
  const sorted = review === undefined ? offered : [review, ...offered.filter((each) => each !== review)];
  return sorted.map((each) => ({
    act: each.act,
    text: each.text,
    isWalk: each.isWalk,
    isMain: each === first,
  }));
}

/** Returns a button of the merge section. `id`: a second button for the same action has its own. */
export function mergeActButton(
  model: MergeRequestPageModel,
  { act, text, isWalk, isMain }: MergeAct,
  id?: string,
): Content {
  const style = isMain ? 'primary' : 'secondary';
  if (isWalk) return itemButton('nextThread', { style, ...(id === undefined ? {} : { id }) });
  const pipeline = mergePipeline(model.mergeRequest)?.id;
  return actButton(model, act, {
    style,
    text,
    ...(id === undefined ? {} : { id }),
    ...(act === 'showPipeline' && pipeline !== undefined ? { item: pipelineItem(model, pipeline) } : {}),
  });
}
