import { getUser } from '../../../../src/api/endpoints/server';
import { CommentableFiles } from '../../../../src/app/changes/commentable-files';
import { CommentOutbox } from '../../../../src/app/discussions/comment-outbox';
import { CommentedImages } from '../../../../src/app/discussions/commented-images';
import { DiscussionActions } from '../../../../src/app/discussions/discussion-actions';
import { Discussions } from '../../../../src/app/discussions/discussions';
import { Reactions } from '../../../../src/app/discussions/reactions';
import { UnfinishedComments } from '../../../../src/app/discussions/unfinished-comments';
import { systemClock } from '../../../../src/base/clock';
import { DisposableStore } from '../../../../src/base/disposable';
import { Emitter } from '../../../../src/base/emitter';
import { silentLog } from '../../../../src/base/log';
import type { CommandId } from '../../../../src/presentation/shared/command-ids';
import type { Sandbox } from '../../../../src/sandbox/index';
import { AttachFiles } from '../../../../src/ui/discussions/commands/attach-files';
import { PageComments } from '../../../../src/ui/discussions/commands/page-comments';
import { ImagePanel, type ImagePanelDeps } from '../../../../src/ui/merge-request-page/image/image-panel';
import type { PagePost, PanelEvent } from '../../../../src/ui/shared/panels/panel-frame';
import { closeAll } from '../../../api/helpers/client';
import { actingOn } from '../../../builders/acting';
import { reviewing } from '../../../builders/review';
import { heldMemory } from '../../../builders/stores';

/** The merge request that changes the logo, and the path of the logo. */
const TIDY = 22;
export const LOGO = 'media/logo.png';

/**
 * The stores and actions of the page with the comments on an image of the sandbox. Commands and failures are recorded.
 * `onReport` is called after a failure.
 */
export async function imageWorld(
  sandbox: Sandbox,
  {
    memory = heldMemory(),
    iid = TIDY,
    path = LOGO,
    onReport = () => undefined,
  }: {
    readonly memory?: ReturnType<typeof heldMemory>;
    readonly iid?: number;
    readonly path?: string;
    readonly onReport?: () => void;
  } = {},
) {
  const { client, store: mergeRequests, key: keyOf } = actingOn(sandbox);
  const key = keyOf(iid);
  const clientFor = () => client;
  const outbox = new CommentOutbox(memory);
  const discussions = new Discussions({ clientFor, mergeRequests });
  const userOf = () => client.call(getUser, {});
  const discussionActions = new DiscussionActions({ clientFor, mergeRequests, discussions, outbox, userOf });
  const { changes, content } = await reviewing(client, mergeRequests);
  const reported: string[] = [];
  const commands: unknown[] = [];
  const report = (what: string): void => {
    reported.push(what);
    onReport();
  };
  const prompts = {
    confirm: () => Promise.resolve(true),
    showMessage: () => undefined,
    showStatus: () => undefined,
    openFiles: () => Promise.resolve([]),
  };
  const clock = systemClock;
  const reactions = new Reactions({ clientFor, mergeRequests, clock });
  const comments = new PageComments({ discussions, discussionActions, userOf, reactions, report, prompts });
  const unfinished = new UnfinishedComments(memory);
  const deps: ImagePanelDeps = {
    images: new CommentedImages({ frames: new CommentableFiles(changes), content }),
    changes,
    discussionDeps: { discussions, outbox },
    run: (command, argument) => {
      commands.push([command, argument]);
      return Promise.resolve();
    },
    writing: {
      comments,
      unfinished,
      clientFor,
      attachments: new AttachFiles({ clientFor, prompts, report }),
    },
    textParts: {
      peek: () => undefined,
      load: () => undefined,
      onDidChange: new Emitter<never>().event,
    },
    factsOf: () => ({ people: () => [], actions: () => [] }),
    pageOf: () => undefined,
    avatars: () => undefined,
    follow: () => () => undefined,
    readOnlyReason: () => undefined,
    reply: (_key, note) => commands.push(['reply', note]),
    commentOnFile: (of) => commands.push(['commentOnFile', of.path]),
    clock,
    log: silentLog,
  };
  return {
    ...{ deps, reported, commands, outbox, discussions, unfinished, changes },
    key: { ...key, path },
    dispose: closeAll,
  };
}

/** The page with the comments on an image of the sandbox, with recorded messages. */
export async function commentedImagePage(
  sandbox: Sandbox,
  options: { readonly memory?: ReturnType<typeof heldMemory>; readonly path?: string } = {},
) {
  let wake = (): void => undefined;
  const world = await imageWorld(sandbox, {
    ...options,
    onReport: () => {
      wake();
    },
  });
  const { changes, commands, deps, discussions, outbox, reported, unfinished } = world;
  const { path: _path, ...key } = world.key;
  const parts = new DisposableStore();
  const messages = parts.add(new Emitter<PanelEvent>());
  const shown = parts.add(new Emitter<boolean>());
  const loaded = parts.add(new Emitter<void>());
  const posts: PagePost[] = [];
  const frame = { visible: true, body: '', title: '' };
  const panel = {
    add: <T extends { dispose(): void }>(part: T): T => parts.add(part),
    get isLoaded() {
      return frame.visible;
    },
    get visible() {
      return frame.visible;
    },
    onDidChangeVisible: shown.event,
    onDidLoad: loaded.event,
    onMessage: messages.event,
    post: (post: PagePost) => {
      posts.push(post);
      wake();
    },
    render: (title: string, body: { toString(): string }) => {
      frame.title = title;
      frame.body = body.toString();
      wake();
    },
  };
  new ImagePanel(panel, world.key, deps);
  const act = (action: string, given: Partial<Extract<PanelEvent, { kind: 'act' }>> = {}): void => {
    messages.fire({ kind: 'act', action, ...given });
  };
  /** Presses the first button of a command. */
  const press = (command: CommandId): void => {
    const [, value] = new RegExp(`data-command="${command}" value="([^"]*)"`).exec(frame.body) ?? [];
    messages.fire({ kind: 'command', command, value: value?.replaceAll('&quot;', '"') });
  };
  /** Resolves once the condition is met. */
  const when = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (holds()) resolve();
      };
      wake = check;
      discussions.onDidChange(check);
      outbox.onDidChange(check);
      unfinished.onDidChange(check);
      check();
    });
  return {
    ...{ act, press, when, posts, reported, commands, outbox, discussions, unfinished, changes, key, frame },
    body: () => frame.body,
    type: (text: string) => {
      messages.fire({ kind: 'change', form: 'image', values: { text } });
    },
    /** Displays the image as the page would, in another size than the real one. */
    display: async (size = '100 50'): Promise<void> => {
      await when(() => frame.body.includes('data-source'));
      act('imageDisplayed', { value: size });
      await when(() => frame.body.includes('<form'));
    },
    send: (action: 'postComment' | 'addToReview', text: string) => {
      act(action, { form: 'image', values: { text } });
    },
    setVisible: (visible: boolean) => {
      frame.visible = visible;
      shown.fire(visible);
    },
    load: () => {
      loaded.fire();
    },
    dispose: () => {
      parts.dispose();
    },
  };
}
