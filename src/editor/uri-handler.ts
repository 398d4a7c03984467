import { commands, window, type Disposable } from 'vscode';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import { readUriRequest } from '../presentation/uri-address';
import type { Prompts } from './prompts';

/** Opens what other programs ask for by address; the editor itself asks the person before it hands one over. */
export function registerUriHandler(prompts: Prompts): Disposable {
  return window.registerUriHandler({
    handleUri: (uri) => {
      const request = readUriRequest(uri);
      if (request === undefined) {
        prompts.tell(
          'error',
          t('This address names no page to open. It has to hold the address of a page of your server.'),
          [],
        );
        return;
      }
      const { kind } = request;
      if (kind === 'find') void commands.executeCommand(COMMAND.find, request.text);
      else void commands.executeCommand(COMMAND.openAddress, request.address);
    },
  });
}
