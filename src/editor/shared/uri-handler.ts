import { type Disposable, type Uri, window } from 'vscode';
import { background } from '../../base/background';

/** Takes addresses from other programs. What opens them is loaded with the first one. */
export const registerUriHandler = (open: (uri: Uri) => Promise<void>): Disposable =>
  window.registerUriHandler({ handleUri: (uri) => background(open(uri)) });
