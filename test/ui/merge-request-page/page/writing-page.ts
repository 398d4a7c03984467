import { getUser } from '../../../../src/api/endpoints/server';
import { Changes } from '../../../../src/app/changes/changes';
import { ReviewedVersions } from '../../../../src/app/changes/reviewed-versions';
import { CommentOutbox } from '../../../../src/app/discussions/comment-outbox';
import { DiscussionActions } from '../../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../../src/app/discussions/discussions';
import { Reactions } from '../../../../src/app/discussions/reactions';
import { recordReview } from '../../../../src/app/discussions/review-completion';
import { ReviewForms } from '../../../../src/app/discussions/review-forms';
import { ReviewSubmission } from '../../../../src/app/discussions/review-submission';
import { UnfinishedComments } from '../../../../src/app/discussions/unfinished-comments';
import { Emitter } from '../../../../src/base/emitter';
import type { Sandbox } from '../../../../src/sandbox/index';
import { AttachFiles } from '../../../../src/ui/discussions/commands/attach-files';
import { PageComments } from '../../../../src/ui/discussions/commands/page-comments';
import { PageReview } from '../../../../src/ui/discussions/commands/page-review';
import { PageWriting } from '../../../../src/ui/merge-request-page/page/writing';
import type { ChosenFile } from '../../../../src/ui/shared/editor/prompts';
import type { PagePost, PanelEvent } from '../../../../src/ui/shared/panels/panel-frame';
import { actingOn } from '../../../builders/acting';
import { heldMemory } from '../../../builders/stores';
import { immediateProgress } from '../../../integration/helpers/immediate-progress';

/** The merge request of the page. */
const SEARCH = 11;

/** The text boxes of a page, with recorded messages. `answers`: whether the user confirms discarding a text. */
export const writingPage = async (
  sandbox: Sandbox,
  memory = heldMemory(),
  {
    iid = SEARCH,
    role = 'maintainer',
  }: { readonly iid?: number; readonly role?: keyof Sandbox['tokens'] } = {},
) => {
  const answers = { discard: true };
  const { actions, client, store: mergeRequests, key: keyOf } = actingOn(sandbox, role);
  const key = keyOf(iid);
  const clientFor = () => client;
  const outbox = new CommentOutbox(memory);
  const discussions = new Discussions({ clientFor, mergeRequests });
  await discussions.get(key);
  const userOf = () => client.call(getUser, {});
  const discussionActions = new DiscussionActions({
    ...{ clientFor, mergeRequests, discussions, outbox, userOf },
  });
  const clock = { now: () => 0 };
  const reported: string[] = [];
  let wake = (): void => undefined;
  const asked: string[] = [];
  const comments = new PageComments({
    ...{ discussions, discussionActions, userOf },
    reactions: new Reactions({ clientFor, mergeRequests, clock }),
    report: (what) => {
      reported.push(what);
      wake();
    },
    prompts: {
      confirm: ({ message }: { readonly message: string }) => {
        asked.push(message);
        queueMicrotask(() => {
          wake();
        });
        return Promise.resolve(answers.discard);
      },
      showMessage: () => undefined,
      showStatus: () => undefined,
    },
  });
  const unfinished = new UnfinishedComments(memory);
  const reviewForms = new ReviewForms(unfinished);
  const messages: string[] = [];
  const prompts = {
    progress: immediateProgress,
    showMessage: (_severity: string, message: string) => {
      messages.push(message);
    },
    showStatus: (message: string) => {
      messages.push(message);
    },
  };
  const submitted: { readonly count: number; readonly verdict: string; readonly next: string }[] = [];
  const reviewed = new ReviewedVersions(memory);
  const changes = new Changes({ clientFor, mergeRequests, reviewed });
  const recordings: Promise<void>[] = [];
  const reviews = new PageReview({
    recordReview: (of, sha) => {
      const recording = recordReview({ changes, reviewed }, of, sha);
      recordings.push(recording);
      return recording;
    },
    submission: new ReviewSubmission({
      clientFor,
      discussions,
      discussionActions,
      mergeRequests,
      userOf,
      clock,
    }),
    ...{ discussions, discussionActions },
    approve: async (approved, sha) => {
      await actions.run('approve', approved, sha);
      return true;
    },
    openMergeRequest: () => Promise.resolve(),
    offer: {
      submitted: (_key, review) => {
        submitted.push(review);
        return Promise.resolve();
      },
    },
    report: (what) => {
      reported.push(what);
      wake();
    },
    prompts,
  });
  const chosen: ChosenFile[] = [];
  const attachments = new AttachFiles({
    clientFor,
    prompts: {
      openFiles: () => Promise.resolve(chosen),
      showMessage: (_severity: string, message: string) => {
        messages.push(message);
      },
    },
    report: (what) => {
      reported.push(what);
      wake();
    },
  });
  const shown = new Emitter<boolean>();
  const loaded = new Emitter<void>();
  const frame = { isLoaded: true };
  const posts: PagePost[] = [];
  let rendered = 0;
  const deps = {
    ...{ unfinished, clientFor, comments, attachments, reviews, reviewForms },
    peek: (of: typeof key) => discussions.peek(of),
    readComments: (of: typeof key) => discussions.refresh(of),
    clock: {
      wait: (_ms: number, signal?: AbortSignal) =>
        signal?.aborted === true ? Promise.reject(signal.reason as Error) : Promise.resolve(),
    },
  };
  const writing = new PageWriting(
    {
      get isLoaded() {
        return frame.isLoaded;
      },
      onDidChangeVisible: shown.event,
      onDidLoad: loaded.event,
      post: (post) => {
        posts.push(post);
        wake();
      },
    },
    key,
    deps,
    {
      facts: {
        people: () => [{ name: 'Dana Lindqvist', username: 'dana' }],
        actions: () => ['close'],
      },
      review: {
        ...deps,
        sha: () => mergeRequests.peek(key)?.sha ?? undefined,
        isOwn: () => false,
        verdicts: () => ({
          approvals: mergeRequests.peekPart(key, 'approvals'),
          isReviewer: undefined,
          hasPendingComments: discussions.peek(key)?.drafts !== undefined,
        }),
      },
    },
  );
  writing.onDidChange(() => {
    rendered++;
    wake();
  });
  const act = (action: string, given: Partial<Extract<PanelEvent, { kind: 'act' }>> = {}): boolean =>
    writing.take({ kind: 'act', action, ...given });
  return {
    ...{ writing, key, discussions, outbox, unfinished, posts, asked, reported, answers, act },
    ...{ chosen, messages, reviewForms, reviewed, submitted, client, mergeRequests, changes },
    recorded: () => Promise.all(recordings),
    review: () => writing.model.review,
    attach: (name: string, size = 3) =>
      writing.take({
        ...{ kind: 'attach', form: 'comment', mark: 'm1' },
        file: { name, size, ...(size > 1_000_000 ? {} : { data: new ArrayBuffer(size) }) },
      }),
    inserted: () => posts.flatMap((post) => (post.kind === 'insert' ? [post.text] : [])),
    hide: () => {
      frame.isLoaded = false;
      shown.fire(false);
    },
    load: () => {
      loaded.fire();
    },
    isUploading: () => writing.model.comment.uploads.length > 0,
    rendered: () => rendered,
    type: (form: string, text: string, more: Readonly<Record<string, string>> = {}) =>
      writing.take({ kind: 'change', form, values: { text, ...more } }),
    suggest: (field: string, text: string, number = 1) =>
      writing.take({ kind: 'suggest', form: 'comment', field, text, number, values: {} }),
    /** Resolves once the condition is met. */
    when: (holds: () => boolean): Promise<void> =>
      new Promise((resolve) => {
        const check = (): void => {
          if (holds()) resolve();
        };
        wake = check;
        discussions.onDidChange(check);
        outbox.onDidChange(check);
        unfinished.onDidChange(check);
        check();
      }),
    bodies: () => discussions.peek(key)?.threads.flatMap(({ notes }) => notes.map(({ body }) => body)) ?? [],
  };
};
