import type { MergeRequestComments } from '../../../app/discussions/discussions';
import type { ReviewForms } from '../../../app/discussions/review-forms';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { background, ignoreFailure } from '../../../base/background';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/localize';
import type { VerdictFacts } from '../../../domain/discussions/verdicts';
import type { SubmitAct } from '../../../presentation/merge-request-page/editor-acts';
import type { ReviewEditor } from '../../../presentation/merge-request-page/editor-model';
import {
  EDITOR_FIELD,
  formOfPlace,
  VERDICT_FIELD,
} from '../../../presentation/merge-request-page/editor-places';
import { closedReviewElement, REVIEW_ELEMENT } from '../../../presentation/merge-request-page/review/section';
import { verdictRefusal } from '../../../presentation/merge-request-page/review/verdicts';
import { failureText, isSilent } from '../../../presentation/shared/error-messages';
import type { FormValues } from '../../../schemas/panel-message';
import { type Verdict, verdictSchema } from '../../../schemas/verdict';
import type { PageReview } from '../../discussions/commands/page-review';
import type { Panel } from '../../shared/panels/panel-frame';
import type { PageEditors } from './editors';

export interface ReviewFormDeps {
  readonly reviews: PageReview;
  readonly reviewForms: Pick<
    ReviewForms,
    'isOpen' | 'verdict' | 'setVerdict' | 'close' | 'finish' | 'onDidOpen'
  >;
  /** Reads the comments again. */
  readonly readComments: (key: MergeRequestKey) => Promise<MergeRequestComments>;
}

/** Data of the page about the merge request. */
export interface ReviewedMergeRequest {
  readonly verdicts: () => VerdictFacts;
  /** The commit that the page shows. */
  readonly sha: () => string | undefined;
  readonly isOwn: () => boolean;
}

interface ReviewFormParts extends ReviewFormDeps, ReviewedMergeRequest {
  readonly editors: PageEditors;
  readonly peek: (key: MergeRequestKey) => MergeRequestComments | undefined;
}

const PLACE = { kind: 'review' } as const;
const FORM = formOfPlace(PLACE);

/** The form on the page of a merge request with which the user submits a review. */
export class ReviewForm implements Disposable {
  readonly #panel: Pick<Panel, 'post'>;
  readonly #key: MergeRequestKey;
  readonly #deps: ReviewFormParts;
  readonly #parts = new DisposableStore();
  readonly #changed = this.#parts.add(new Emitter<void>());
  #submitting: SubmitAct | undefined;
  #problem: ReviewEditor['problem'];
  #isReading = false;
  /** The commit that the page showed when the form was opened. */
  #sha: string | undefined;
  #isDisposed = false;

  /** Fires when the page must be rendered again. */
  readonly onDidChange = this.#changed.event;

  constructor(panel: Pick<Panel, 'post'>, key: MergeRequestKey, deps: ReviewFormParts) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    this.#parts.add(
      deps.reviewForms.onDidOpen((opened) => {
        if (mergeRequestId(opened) === mergeRequestId(key)) this.#opened();
      }),
    );
    if (deps.reviewForms.isOpen(key)) this.#opened();
  }

  get isOpen(): boolean {
    return this.#deps.reviewForms.isOpen(this.#key);
  }

  get model(): ReviewEditor | undefined {
    const { editors, reviewForms, sha } = this.#deps;
    if (!this.isOpen) return undefined;
    this.#sha ??= sha();
    return {
      ...editors.of(PLACE),
      verdict: reviewForms.verdict(this.#key),
      submitting: this.#submitting,
      isReading: this.#isReading,
      problem: this.#problem,
    };
  }

  /** Stores the verdict that the user selected. */
  choose(values: FormValues): void {
    const verdict = verdictSchema.safeParse(values[VERDICT_FIELD]);
    if (!verdict.success || verdict.data === this.#deps.reviewForms.verdict(this.#key)) return;
    this.#problem = undefined;
    ignoreFailure(this.#deps.reviewForms.setVerdict(this.#key, verdict.data));
  }

  /** Runs the action of a button. */
  take(act: SubmitAct, values: FormValues): void {
    const text = values[EDITOR_FIELD];
    const verdict = verdictSchema.safeParse(values[VERDICT_FIELD]);
    if (this.#submitting !== undefined || typeof text !== 'string' || !verdict.success) return;
    this.#deps.editors.type(PLACE, text);
    this.choose(values);
    background(this.#submit(act, text.trim(), verdict.data));
  }

  /** Closes the form. What the user typed is kept. */
  close(text: string): void {
    if (this.#submitting !== undefined) return;
    this.#deps.editors.type(PLACE, text);
    this.#deps.reviewForms.close(this.#key);
    this.#leave();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#parts.dispose();
  }

  #opened(): void {
    this.#problem = undefined;
    this.#sha = this.#deps.sha();
    this.#changed.fire();
    const verdict = this.#deps.reviewForms.verdict(this.#key);
    // The page may show another verdict that the user selected.
    this.#panel.post({ kind: 'fill', form: FORM, values: { [VERDICT_FIELD]: verdict } });
    // Comments may have been added elsewhere.
    background(this.#read());
  }

  async #read(): Promise<MergeRequestComments | undefined> {
    this.#isReading = true;
    this.#changed.fire();
    try {
      return await this.#deps.readComments(this.#key);
    } catch (error) {
      if (!isSilent(error))
        this.#problem = { text: failureText(t("Couldn't load the comments."), error), isAnnounced: false };
      return undefined;
    } finally {
      this.#isReading = false;
      this.#changed.fire();
    }
  }

  async #submit(act: SubmitAct, summary: string, verdict: Verdict): Promise<void> {
    const { editors, reviewForms, reviews } = this.#deps;
    this.#problem = undefined;
    this.#submitting = act;
    this.#changed.fire();
    const refusal = await this.#refusal(verdict, summary);
    if (refusal !== undefined) {
      this.#end({ text: refusal, isAnnounced: false });
      return;
    }
    const next = act === 'sendReview' ? 'offer' : 'open';
    const sha = this.#sha;
    const { problem, keepsSummary } = await reviews.submit(this.#key, { verdict, summary, next, sha });
    if (problem === undefined) {
      await reviewForms.finish(this.#key);
      this.#end(undefined);
      if (next === 'offer') this.#leave();
      return;
    }
    if (!keepsSummary) {
      editors.type(PLACE, '');
      this.#panel.post({ kind: 'fill', form: FORM, values: { [EDITOR_FIELD]: '' } });
    }
    this.#end({ text: problem, isAnnounced: true });
  }

  #end(problem: ReviewEditor['problem']): void {
    this.#submitting = undefined;
    // A failure to read is shown until the next attempt.
    this.#problem ??= problem;
    if (this.#isDisposed) return;
    this.#changed.fire();
    if (this.#problem !== undefined) this.#reveal(REVIEW_ELEMENT);
  }

  /** Returns why the review can't be submitted, before anything is sent. */
  async #refusal(verdict: Verdict, summary: string): Promise<string | undefined> {
    const refusal = verdictRefusal(verdict, this.#deps.verdicts());
    if (refusal !== undefined) return refusal;
    const sha = this.#deps.sha();
    if (verdict === 'approve' && this.#sha !== sha) {
      this.#sha = sha;
      return t('Commits were pushed after you opened the form. Review them, and then submit again.');
    }
    if (verdict === 'approve' || summary !== '') return undefined;
    const comments = await this.#read();
    if (comments === undefined) return t("Couldn't load the comments.");
    return (comments.drafts ?? []).length === 0
      ? t('Enter a summary. You have no pending comments.')
      : undefined;
  }

  /** Moves the focus to an element that the page shows while the form is closed. */
  #leave(): void {
    this.#changed.fire();
    const count = this.#deps.peek(this.#key)?.drafts?.length ?? 0;
    this.#reveal(closedReviewElement({ isOwn: this.#deps.isOwn(), count }));
  }

  #reveal(id: string): void {
    this.#panel.post({ kind: 'reveal', id, focus: true });
  }
}
