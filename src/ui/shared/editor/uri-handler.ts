import { type Disposable, type Uri, window } from 'vscode';
import { background } from '../../../base/background';

/** Handles URIs from other programs. `open` is loaded with the first one. */
export const registerUriHandler = (open: (uri: Uri) => Promise<void>): Disposable =>
  window.registerUriHandler({ handleUri: (uri) => background(open(uri)) });
