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
import {
  awaitsReviewByUser,
  isPermitted,
  isSetToAutoMerge,
  needsPassword,
  remediesOf,
  requestedChanges,
} from './remedies';

/** A button of the merge section. */
export interface MergeAct {
  readonly act: PageButtonName;
  readonly text: string | undefined;
  /** Goes to the next thread on the page instead. */
  readonly isWalk: boolean;
  /** The reviewer that the button is for. */
  readonly reviewer?: { readonly id: number; readonly name: string };
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

/** Buttons that are never the next step: the page checks again automatically, and the browser is only an alternative. */
const NEVER_MAIN: readonly PageButtonName[] = ['refresh', 'openInBrowser'];

/** Returns the buttons of the remedies, then those of the other actions, without duplicates. The next step is among them. */
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
  const again = requestedChanges(model);
  // A merge request that is set to auto-merge needs no action.
  const first =
    again !== undefined || isSetToAutoMerge(model.mergeRequest)
      ? undefined
      : (review ?? offered.find((each) => isNextStep(model, each)));
  const sorted = review === undefined ? offered : [review, ...offered.filter((each) => each !== review)];
  const rest = sorted.map(({ act, text, isWalk }, index) => ({
    act,
    text,
    isWalk,
    isMain: sorted[index] === first,
  }));
  return again === undefined ? rest : [{ ...again, text: undefined, isWalk: false, isMain: true }, ...rest];
}

const isNextStep = (
  model: MergeRequestPageModel,
  { remedy, act, isWalk }: Pick<MergeAct, 'act' | 'isWalk'> & { readonly remedy: MergeRemedy | undefined },
): boolean => remedy !== undefined && (isWalk || !NEVER_MAIN.includes(act)) && isPermitted(model, remedy);

/** Returns a button of the merge section. `id`: a second button for the same action has its own. */
export function mergeActButton(
  model: MergeRequestPageModel,
  { act, text, isWalk, isMain, reviewer }: MergeAct,
  id?: string,
): Content {
  const style = isMain ? 'primary' : 'secondary';
  const own = id === undefined ? {} : { id };
  if (isWalk) return itemButton('nextThread', { style, ...own });
  if (act === 'submitReview') return itemButton(act, { style, id: id ?? 'submit-review' });
  if (reviewer !== undefined)
    return actButton(model, act, {
      style,
      ...own,
      item: { kind: 'reviewer', user: reviewer.id },
      label: t('Request Review Again from {0}', reviewer.name),
    });
  const pipeline = mergePipeline(model.mergeRequest)?.id;
  return actButton(model, act, {
    style,
    text,
    ...own,
    ...(act === 'showPipeline' && pipeline !== undefined ? { item: pipelineItem(model, pipeline) } : {}),
  });
}
