import type { Changes } from '../../../app/changes/changes';
import type { ReadOnlyReason } from '../../../app/discussions/read-only-projects';
import { mergeRequestId, type MergeRequestKey } from '../../../app/shared/keys';
import { background } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import type { Disposable } from '../../../base/disposable';
import type { Log } from '../../../base/log';
import { type ImageAct, isImageAct } from '../../../presentation/merge-request-page/image/acts';
import type { ImagePageModel } from '../../../presentation/merge-request-page/image/model';
import { imagePage, imagePageTitle } from '../../../presentation/merge-request-page/image/page';
import { readPageCommand } from '../../../presentation/merge-request-page/page-command';
import type { CommandId } from '../../../presentation/shared/command-ids';
import { type ImageKey, readImageKey } from '../../../schemas/image-key';
import type { SuggestionFacts } from '../../discussions/editor/comment-suggestions';
import { PageTexts, type PageTextsDeps } from '../../discussions/panels/page-texts';
import type { Panel, PanelEvent, PanelKind } from '../../shared/panels/panel-frame';
import { PageDiscussions, type PageDiscussionsDeps } from '../page/discussions';
import { type PageWritingDeps, PageWriting } from '../page/writing';
import { CommentedImageState, type CommentedImageStateDeps } from './commented-image-state';

export interface ImagePanelDeps {
  readonly images: CommentedImageStateDeps['images'];
  readonly changes: Pick<Changes, 'onDidChange'>;
  readonly discussionDeps: Pick<PageDiscussionsDeps, 'discussions' | 'outbox'>;
  /** Runs a command, which validates its argument and reports failures itself. */
  readonly run: (command: CommandId, argument: unknown) => Promise<void>;
  readonly writing: Omit<PageWritingDeps, 'peek' | 'clock'>;
  readonly textParts: PageTextsDeps['textParts'];
  /** Loaded data for completion. */
  readonly factsOf: (key: MergeRequestKey) => SuggestionFacts;
  /** Returns the URL of the merge request, if it is known. */
  readonly pageOf: (key: MergeRequestKey) => string | undefined;
  /** Loads avatars, and images in comments. */
  readonly avatars: NonNullable<PanelKind<ImageKey>['images']>;
  readonly follow: NonNullable<PanelKind<ImageKey>['follow']>;
  readonly readOnlyReason: (key: MergeRequestKey) => ReadOnlyReason | undefined;
  /** Opens the page of the merge request with a reply to a comment. */
  readonly reply: (key: MergeRequestKey, note: number) => void;
  readonly commentOnFile: (key: ImageKey) => void;
  readonly clock: Clock;
  readonly log: Log;
}

/** The page with the comments on an image of a merge request. */
export const imageKind = (deps: ImagePanelDeps): PanelKind<ImageKey> => ({
  viewType: 'switchyard.imageComments',
  icon: 'merge-request',
  title: imagePageTitle,
  name: (key) => `${mergeRequestId(key)} ${key.path}`,
  read: readImageKey,
  fill: (panel, key) => new ImagePanel(panel, key, deps),
  images: deps.avatars,
  follow: deps.follow,
});

/** The part of the panel that the page uses. */
type ImagePagePanel = Pick<
  Panel,
  'add' | 'isLoaded' | 'onDidChangeVisible' | 'onDidLoad' | 'onMessage' | 'post' | 'render' | 'visible'
>;

export class ImagePanel implements Disposable {
  readonly #panel: ImagePagePanel;
  readonly #key: ImageKey;
  readonly #deps: ImagePanelDeps;
  readonly #image: CommentedImageState;
  readonly #discussions: PageDiscussions;
  readonly #writing: PageWriting;
  readonly #texts: PageTexts;
  /** Whether the changes were read again while the page was hidden. */
  #isOutdated = false;

  constructor(panel: ImagePagePanel, key: ImageKey, deps: ImagePanelDeps) {
    this.#panel = panel;
    this.#key = key;
    this.#deps = deps;
    const { discussionDeps, log } = deps;
    const { path, ...mergeRequest } = key;
    const storedPlace = () => this.#writing.editors.storedImagePlace;
    this.#image = panel.add(new CommentedImageState(key, { images: deps.images, log, storedPlace }));
    const image = { path, place: () => this.#image.place, position: () => this.#image.position };
    const writing = {
      ...deps.writing,
      clock: deps.clock,
      peek: (of: MergeRequestKey) => discussionDeps.discussions.peek(of),
    };
    this.#writing = panel.add(
      new PageWriting(panel, mergeRequest, writing, { image, facts: deps.factsOf(mergeRequest) }),
    );
    this.#discussions = panel.add(new PageDiscussions(panel, mergeRequest, { ...discussionDeps, log }));
    this.#texts = panel.add(new PageTexts(key, deps));
    for (const { onDidChange } of [this.#image, this.#writing, this.#discussions, this.#texts])
      panel.add(
        onDidChange(() => {
          this.#draw();
        }),
      );
    panel.add(
      panel.onMessage((message) => {
        this.#take(message);
      }),
    );
    this.#followChanges();
    this.#image.read();
  }

  dispose(): void {
    // The panel disposes all parts.
  }

  /** Reads the image again after a push. While the page is hidden, waits until it is shown. */
  #followChanges(): void {
    const id = mergeRequestId(this.#key);
    this.#panel.add(
      this.#deps.changes.onDidChange((changed) => {
        if (mergeRequestId(changed) !== id) return;
        if (this.#panel.visible) this.#image.read();
        else this.#isOutdated = true;
      }),
    );
    this.#panel.add(
      this.#panel.onDidChangeVisible((isVisible) => {
        if (!isVisible || !this.#isOutdated) return;
        this.#isOutdated = false;
        this.#image.read();
      }),
    );
  }

  #take(message: PanelEvent): void {
    if (this.#writing.take(message)) return;
    if (message.kind === 'command') {
      const { path: _path, ...mergeRequest } = this.#key;
      const read = readPageCommand(message, mergeRequest, undefined);
      if (read === undefined) return;
      background(this.#discussions.during(read, () => this.#deps.run(read.command, read.argument)));
    } else if (message.kind === 'act' && isImageAct(message.action)) this.#run(message.action, message.value);
  }

  #run(act: ImageAct, value = ''): void {
    switch (act) {
      case 'loadCommentedImage': {
        const data = this.#image.dataOf(value);
        if (data !== undefined) this.#panel.post({ kind: 'image', address: value, data });
        return;
      }
      case 'imageDisplayed':
        this.#image.displayed(value);
        return;
      case 'imageBroken':
        this.#image.broken();
        return;
      case 'selectPlace':
        if (this.#image.select(value)) this.#writing.editors.imagePlaceSelected();
        return;
      case 'showImageComment':
        if (/^image-comment-\d{1,6}$/.test(value))
          this.#panel.post({ kind: 'reveal', id: value, focus: true });
        return;
      case 'replyOnPage':
        if (/^\d{1,15}$/.test(value)) this.#deps.reply(this.#key, Number(value));
        return;
      case 'commentOnFile':
        this.#deps.commentOnFile(this.#key);
        return;
      case 'refreshImage':
        this.#image.read();
        background(this.#discussions.refresh());
    }
  }

  #draw(): void {
    const write = this.#texts.writer(this.#deps.pageOf(this.#key));
    const { path, iid, base } = this.#key;
    const model: ImagePageModel = {
      path,
      iid,
      base,
      image: this.#image.shown,
      discussions: {
        ...this.#discussions.details,
        editing: this.#writing.editors.model,
        write: (text) => write(text),
      },
      editor: this.#writing.editors.of({ kind: 'image' }),
      readOnlyReason: this.#deps.readOnlyReason(this.#key),
      now: this.#deps.clock.now(),
    };
    this.#panel.render(imagePageTitle(this.#key), imagePage(ownUnsent(model)));
  }
}

/** Leaves out unsent comments on other places. */
const ownUnsent = (model: ImagePageModel): ImagePageModel => ({
  ...model,
  discussions: {
    ...model.discussions,
    unsent: model.discussions.unsent.filter(
      ({ position }) =>
        position?.position_type === 'image' &&
        (position.new_path === model.path || position.old_path === model.path),
    ),
  },
});
