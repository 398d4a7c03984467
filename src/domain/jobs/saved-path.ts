/** Characters that Windows doesn't allow in names, and a dot or space at the end, which it removes. */
const REFUSED = /[<>:"|?*]|[. ]$/g;
/** Names of devices on Windows, with or without an extension. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Returns the path under which a file of an archive is saved, which is valid on all operating systems. */
export const savedPath = (path: string): string =>
  path
    .split('/')
    .map((name) => name.replace(REFUSED, '-').replace(DEVICE, '_$&'))
    .join('/');
