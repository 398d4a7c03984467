/** Raster formats by their first bytes. SVG files can contain scripts, and a reported type can be wrong. */
const FORMATS: readonly (readonly [type: string, start: RegExp])[] = [
  ['image/png', /^\x89PNG\r\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
];

/** Number of bytes that identify a format. */
const PROBED = 16;

/** Returns the media type of an image that pages can display; undefined for other content. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, PROBED));
  return FORMATS.find(([, format]) => format.test(start))?.[0];
}
