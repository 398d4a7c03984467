// The image of a page with comments on it: its content, the markers, and the place that the user selects.
import { page, send } from './host';

/** Images whose content was requested since the page was loaded. */
const requested = new Set<string>();
/** The place that the user selected and that isn't rendered yet. */
let selected: Place | undefined;

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Positions the markers, and requests the image. Must be called after each rendering. */
export function showImagePlaces(): void {
  for (const image of page.querySelectorAll<HTMLImageElement>('img[data-source]')) {
    const address = image.dataset['source'] ?? '';
    if (requested.has(address)) continue;
    requested.add(address);
    send({ kind: 'act', action: 'loadCommentedImage', value: address });
  }
  for (const marker of page.querySelectorAll<HTMLElement>('[data-image-area] > [data-x]')) position(marker);
}

function position(marker: HTMLElement): void {
  const rendered = placeOf(marker);
  const isChoice = 'imagePlace' in marker.dataset;
  if (isChoice && selected?.x === rendered.x && selected.y === rendered.y) selected = undefined;
  const { x, y } = isChoice ? (selected ?? rendered) : rendered;
  const { width, height } = sizeOf(marker);
  marker.style.left = `${String((x / width) * 100)}%`;
  marker.style.top = `${String((y / height) * 100)}%`;
}

const numberIn = (marker: HTMLElement, name: string): number => Number(marker.dataset[name]);
const placeOf = (marker: HTMLElement): Place => ({ x: numberIn(marker, 'x'), y: numberIn(marker, 'y') });
const sizeOf = (marker: HTMLElement) => ({
  width: numberIn(marker, 'width') || 1,
  height: numberIn(marker, 'height') || 1,
});

const choice = (): HTMLElement | null => page.querySelector('[data-image-place]');

function select(marker: HTMLElement, place: Place): void {
  const { width, height } = sizeOf(marker);
  const within = (value: number, most: number): number => Math.min(Math.max(0, Math.round(value)), most);
  const [x, y] = [within(place.x, width), within(place.y, height)];
  selected = { x, y };
  position(marker);
  send({ kind: 'act', action: 'selectPlace', value: `${String(x)} ${String(y)}` });
}

/** The user continues in the text box. */
const focusText = (): void => document.getElementById('image-comment-text')?.focus();

addEventListener('click', (event) => {
  const { target } = event;
  const marker = choice();
  if (marker === null) return;
  if (target === marker) focusText();
  if (!(target instanceof HTMLImageElement) || !('source' in target.dataset)) return;
  const { left, top, width, height } = target.getBoundingClientRect();
  const size = sizeOf(marker);
  select(marker, {
    x: ((event.clientX - left) / width) * size.width,
    y: ((event.clientY - top) / height) * size.height,
  });
  focusText();
});

/** Directions of the arrow keys. */
const DIRECTIONS: Readonly<Record<string, readonly [number, number] | undefined>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** Steps in percent of the longer side of the image. */
const STEP = 1;
const LARGE_STEP = 10;

addEventListener('keydown', (event) => {
  const marker = choice();
  const direction = DIRECTIONS[event.key];
  if (marker === null || event.target !== marker || direction === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const { width, height } = sizeOf(marker);
  const share = event.shiftKey ? LARGE_STEP : STEP;
  const step = Math.max(1, Math.round((Math.max(width, height) * share) / 100));
  const { x, y } = selected ?? placeOf(marker);
  select(marker, { x: x + direction[0] * step, y: y + direction[1] * step });
});

// These events don't bubble, and load events of images don't reach the window.
page.addEventListener(
  'load',
  ({ target }) => {
    if (!(target instanceof HTMLImageElement) || !('source' in target.dataset)) return;
    const { naturalWidth: width, naturalHeight: height } = target;
    send({ kind: 'act', action: 'imageDisplayed', value: `${String(width)} ${String(height)}` });
  },
  true,
);
page.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLImageElement && 'source' in target.dataset)
      send({ kind: 'act', action: 'imageBroken' });
  },
  true,
);
