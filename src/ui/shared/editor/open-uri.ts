import { type Uri } from 'vscode';
import { background } from '../../../base/background';
import { t } from '../../../base/localize';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { readUriRequest } from '../../../presentation/shared/uri-address';
import { execute } from './execute';
import type { Prompts } from './prompts';

/** Opens a URI from another program. VS Code asks the user for confirmation before. */
export function openUri(uri: Uri, prompts: Prompts): void {
  const request = readUriRequest(uri);
  if (request === undefined) {
    prompts.showMessage(
      'error',
      t("This link doesn't specify a page to open. It must contain the URL of a page on your server."),
      [],
    );
    return;
  }
  const { kind } = request;
  if (kind === 'find') background(execute(COMMAND.find, request.text));
  else background(execute(COMMAND.openAddress, request.address));
}
