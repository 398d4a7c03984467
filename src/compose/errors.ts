import { commands, type CancellationToken, type Uri } from 'vscode';
import type { ErrorPlace } from '../app/error-keys';
import { clientKeyCommands } from '../commands/client-key-commands';
import type { CommandRow } from '../commands/command-row';
import { errorCommands } from '../commands/error-commands';
import { errorSettingsCommand } from '../commands/error-settings-command';
import { errorViewCommands } from '../commands/error-view-commands';
import { frameCommands } from '../commands/frame-commands';
import { sdkCommands } from '../commands/sdk-commands';
import { ErrorDocuments } from '../documents/error-documents';
import { FrameDocuments } from '../documents/frame-documents';
import { readPasted } from '../domain/errors/read-pasted';
import { explainClientKeys } from '../presentation/client-key-errors';
import { COMMAND } from '../presentation/command-ids';
import { alsoExplain } from '../presentation/error-sentences';
import { explainTestEvent } from '../presentation/sdk-words';
import { ERROR_SCHEME } from '../presentation/tool-addresses';
import { revealError, revealPasted } from '../trees/find-error';
import type { Core } from './core';
import type { ErrorViewCore } from './error-view';

/** What errors need beyond their view: documents and commands. Loaded with the rows of all commands. */
export function composeErrors(core: Core, view: ErrorViewCore) {
  const { store, clientFor, projects, prompts, clock } = core;
  const { errors, filter, poller, tree, pasted, places } = view;
  alsoExplain(explainClientKeys);
  alsoExplain(explainTestEvent);
  const pages = store.add(new ErrorDocuments({ errors, pasted, places, clock }));
  const frames = store.add(new FrameDocuments(places));
  /** Selects an error in the view, by its `sentryId`; false where the project has none such. */
  const showError = (place: ErrorPlace, error: string, signal?: AbortSignal): Promise<boolean> =>
    revealError(view, place, error, signal);
  const rows: readonly CommandRow[] = [
    ...errorViewCommands({
      errors,
      filter,
      prompts,
      refresh: (signal) => poller.refresh(signal),
      repaint: () => {
        tree.repaint();
      },
    }),
    ...errorCommands({
      errors,
      pasted,
      places,
      prompts,
      clock,
      readTraces: readPasted,
      openDocument: (source) => pages.open(source),
      active: () => pages.active(),
      revealPasted: (id) => revealPasted(view, id),
    }),
    ...frameCommands({
      places,
      prompts,
      showContext: (key, frame, toSide) => frames.open(key, frame, toSide),
    }),
    errorSettingsCommand({
      clientFor,
      projects,
      prompts,
      reread: (place, signal) => errors.refresh(place, { signal }),
    }),
    ...sdkCommands({
      clientFor,
      projects,
      prompts,
      wire: core.wire,
      clock,
      mask: (secret) => {
        core.mask.add(secret);
      },
      reread: (place) => errors.refresh(place),
      createKey: async ({ base, project, path }) => {
        const target = { kind: 'project', project: { base, project }, path };
        await commands.executeCommand(COMMAND.createClientKey, { target });
      },
      showError: async (place, error) => {
        // Where the view does not list it, it can be read all the same.
        if (!(await showError(place, error)))
          await pages.open({ kind: 'latest', error: { ...place, error } });
      },
    }),
    ...clientKeyCommands({
      projects,
      prompts,
      ...view.keys,
      insertSetup: async () => {
        await commands.executeCommand(COMMAND.insertSdkSetup);
      },
    }),
  ];
  return {
    rows,
    documents: {
      textOf: (uri: Uri, token: CancellationToken): Promise<string> =>
        uri.scheme === ERROR_SCHEME ? pages.textOf(uri, token) : frames.textOf(uri, token),
    },
    showError,
  };
}
