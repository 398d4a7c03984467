import type { ErrorPlace } from '../app/shared/error-keys';
import { readPasted } from '../domain/errors/read-pasted';
import { explainClientKeys } from '../presentation/errors/client-key-errors';
import { explainTestEvent } from '../presentation/errors/sdk-messages';
import { COMMAND } from '../presentation/shared/command-ids';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import { ERROR_SCHEME } from '../presentation/shared/tool-addresses';
import type { Services } from '../services';
import { clientKeyCommands } from '../ui/errors/commands/client-key-commands';
import { errorCommands } from '../ui/errors/commands/commands';
import { frameCommands } from '../ui/errors/commands/frame-commands';
import { sdkCommands } from '../ui/errors/commands/sdk-commands';
import { errorSettingsCommand } from '../ui/errors/commands/settings-command';
import { errorViewCommands } from '../ui/errors/commands/view-commands';
import { ErrorDocuments } from '../ui/errors/documents/documents';
import { FrameDocuments } from '../ui/errors/documents/frame-documents';
import { addressesOf } from '../ui/errors/editor/host-addresses';
import { expandError, revealError, revealPasted } from '../ui/errors/trees/reveal';
import type { CommandRow } from '../ui/shared/commands/command-row';
import type { LazyTexts } from '../ui/shared/documents/lazy-documents';
import { execute } from '../ui/shared/editor/execute';
import type { ErrorServices } from './error-services';

/** Documents and commands of errors. Loaded when any command is first used. */
export interface ErrorsFeature {
  readonly rows: readonly CommandRow[];
  readonly documents: LazyTexts;
  /** Selects an error in the view by its `sentryId`. Returns false if the project has no such error. */
  readonly showError: (place: ErrorPlace, error: string, signal?: AbortSignal) => Promise<boolean>;
}

export function createErrors(services: Services, view: ErrorServices): ErrorsFeature {
  const { store } = services;
  registerErrorMessages(explainClientKeys);
  registerErrorMessages(explainTestEvent);
  const pages = store.add(new ErrorDocuments({ ...services, ...view }));
  const frames = store.add(new FrameDocuments(view.places));
  return {
    rows: errorCommandRows(services, view, pages, frames),
    documents: {
      textOf: (uri, token) =>
        uri.scheme === ERROR_SCHEME ? pages.textOf(uri, token) : frames.textOf(uri, token),
    },
    showError: (place, error, signal) => revealError(view, place, error, signal),
  };
}

/** Returns the commands of errors, stack traces, client keys, and SDK setup. */
function errorCommandRows(
  services: Services,
  view: ErrorServices,
  pages: ErrorDocuments,
  frames: FrameDocuments,
): readonly CommandRow[] {
  const { mask } = services;
  const { errors, keys, poller, tree } = view;
  const deps = { ...services, ...view };
  return [
    ...errorViewCommands({
      ...deps,
      refresh: (signal) => poller.refresh(signal),
      repaint: () => {
        tree.repaint();
      },
    }),
    ...errorCommands({
      ...deps,
      readTraces: readPasted,
      openDocument: (source) => pages.open(source),
      active: () => pages.active(),
      revealPasted: (id) => revealPasted(view, id),
    }),
    ...frameCommands({
      ...deps,
      showContext: (key, frame, toSide) => frames.open(key, frame, toSide),
      expand: (error) => expandError(view, error),
    }),
    errorSettingsCommand({
      ...deps,
      reread: (place, signal) => errors.refresh(place, { signal }),
    }),
    ...sdkCommands({
      ...deps,
      addressesOf,
      mask: (secret) => {
        mask.add(secret);
      },
      reread: (place) => errors.refresh(place),
      createKey: async ({ base, project, path }) => {
        const target = { kind: 'project', project: { base, project }, path } as const;
        await execute(COMMAND.createClientKey, { target });
      },
      reveal: (place, error) => revealError(view, place, error),
      openDocument: (source) => pages.open(source),
    }),
    ...clientKeyCommands({
      ...deps,
      ...keys,
      insertSetup: () => execute(COMMAND.insertSdkSetup),
    }),
  ];
}
