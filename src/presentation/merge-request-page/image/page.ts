import { t } from '../../../base/localize';
import { baseName } from '../../../domain/changes/file-tree';
import type { ImagePlace } from '../../../domain/changes/positions';
import { commentsMissing, commentsReadOnly, imagePlaceLabel } from '../../discussions/comment-messages';
import { attributes, type Content, type Html, html } from '../../shared/html';
import { commentEditor } from '../comment-editor';
import { sendingButtons } from '../discussion-editors';
import { commentMarker, commentsOnImage, imageComments, markerAttributes } from './comments';
import { imageRefusal } from './messages';
import type { ImagePageModel, ShownImage } from './model';

/** Returns the title of the page with the comments on an image. */
export const imagePageTitle = ({ path, iid }: Pick<ImagePageModel, 'path' | 'iid'>): string =>
  t('Comments on {0} (!{1})', baseName(path), iid);

/** Returns the page with the comments on an image. */
export function imagePage(model: ImagePageModel): Html {
  const { image, path } = model;
  const isOld = image.kind === 'image' && image.side === 'old';
  return html`<div class="merge-request-page image-page">
    <header>
      <h1>${imagePageTitle(model)}</h1>
      <p class="quiet">
        <bdi>${path}</bdi> ${isOld ? html`<span class="badge">${t('deleted image')}</span>` : undefined}
      </p>
    </header>
    ${image.kind === 'image' ? shownImage(model, image) : noImage(image)}
  </div>`;
}

function noImage(image: Exclude<ShownImage, { readonly kind: 'image' }>): Html {
  switch (image.kind) {
    case 'loading':
      return html`<p role="status">${t('Loading the image…')}</p>`;
    case 'failed':
      return html`<p class="notice bad" role="alert"><span>${image.why}</span></p>
        <div class="toolbar">
          <button type="button" class="primary" data-act="refreshImage">${t('Try Again')}</button>
        </div>`;
    case 'refused':
      return html`<p class="notice" role="alert"><span>${imageRefusal(image.refusal)}</span></p>
        ${
          image.refusal === 'unchanged'
            ? undefined
            : html`<div class="toolbar">
                <button type="button" class="primary" data-act="commentOnFile">${t('Comment on File...')}</button>
              </div>`
        }`;
  }
}

type Displayed = Extract<ShownImage, { readonly kind: 'image' }>;

function shownImage(model: ImagePageModel, { file, address, place }: Displayed): Html {
  const comments = commentsOnImage(model, file);
  const isChoosing = place !== undefined && canCommentOn(model);
  const picture = attributes({
    id: `image-${address}`,
    'data-source': address,
    'data-kept-node': true,
    alt: t('Image: {0}', model.path),
  });
  return html`<div class="image-area" ${attributes({ 'data-image-area': true, 'data-selects': isChoosing })}>
      <img ${picture} />
      ${place === undefined ? undefined : comments.map(commentMarker)}
      ${isChoosing ? selectedMarker(place) : undefined}
    </div>
    ${place === undefined ? html`<p role="status">${t('Loading the image…')}</p>` : undefined}
    ${newImageComment(model, place)}
    ${imageComments(model, comments)}`;
}

/** True if comments are loaded and can be written. */
const canCommentOn = ({ discussions: { known }, readOnlyReason }: ImagePageModel): boolean =>
  readOnlyReason === undefined && known !== undefined && known.missing === undefined;

/** Returns the marker of the place on which the user comments. The script moves it with the arrow keys. */
function selectedMarker(place: ImagePlace): Html {
  const given = attributes({
    type: 'button',
    id: 'image-place',
    class: 'image-place',
    'data-image-place': true,
    ...markerAttributes(place),
    'aria-label': t('Place of Your Comment'),
    'aria-describedby': 'image-place-at image-place-hint',
  });
  return html`<button ${given}></button>`;
}

/** Returns the text box for a new comment, or why comments aren't possible; undefined until they are loaded. */
function newImageComment(model: ImagePageModel, place: ImagePlace | undefined): Content {
  const { base, discussions, editor, iid, readOnlyReason } = model;
  const { known } = discussions;
  if (readOnlyReason !== undefined)
    return html`<p class="quiet">${commentsReadOnly(readOnlyReason, { base, iid })}</p>`;
  if (known === undefined || place === undefined) return undefined;
  if (known.missing !== undefined) return html`<p class="quiet">${commentsMissing(known.missing, base)}</p>`;
  return html`<p class="image-choice">
      <span id="image-place-at" role="status">${t('Place: {0}', imagePlaceLabel(place))}</span>
      <span class="quiet" id="image-place-hint"
        >${t('Click the image, or move the marker with the arrow keys. Hold Shift for larger steps.')}</span
      >
    </p>
    ${commentEditor(discussions, {
      place: { kind: 'image' },
      editor,
      label: t('New Comment'),
      placeholder: t('Write a comment. Markdown is supported.'),
      buttons: sendingButtons({ act: 'postComment', text: t('Comment') }, known.drafts),
    })}`;
}
