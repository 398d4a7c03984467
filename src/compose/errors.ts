import type { ErrorPlace } from '../app/shared/error-keys';
import { readPasted } from '../domain/errors/read-pasted';
import { explainClientKeys } from '../presentation/errors/client-key-errors';
import { explainTestEvent } from '../presentation/errors/sdk-messages';
import { COMMAND } from '../presentation/shared/command-ids';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import { ERROR_SCHEME } from '../presentation/shared/tool-addresses';
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
import type { AccountsModule } from './accounts';
import type { ErrorViewModule } from './error-view';
import type { OutputModule } from './output';
import type { ProjectsModule } from './projects';
import type { WindowModule } from './registered';

/** Documents and commands of errors. Loaded when any command is first used. */
export interface ErrorsModule {
  readonly rows: readonly CommandRow[];
  readonly documents: LazyTexts;
  /** Selects an error in the view by its `sentryId`. Returns false if the project has no such error. */
  readonly showError: (place: ErrorPlace, error: string, signal?: AbortSignal) => Promise<boolean>;
}

type ErrorsParts = WindowModule & OutputModule & AccountsModule & ProjectsModule;

export function composeErrors(core: ErrorsParts, view: ErrorViewModule): ErrorsModule {
  const { clock, store } = core;
  const { errors, pasted, places } = view;
  registerErrorMessages(explainClientKeys);
  registerErrorMessages(explainTestEvent);
  const pages = store.add(new ErrorDocuments({ errors, pasted, places, clock }));
  const frames = store.add(new FrameDocuments(places));
  return {
    rows: composeErrorCommands(core, view, { pages, frames }),
    documents: {
      textOf: (uri, token) =>
        uri.scheme === ERROR_SCHEME ? pages.textOf(uri, token) : frames.textOf(uri, token),
    },
    showError: (place, error, signal) => revealError(view, place, error, signal),
  };
}

interface ErrorCommandsDeps {
  readonly pages: ErrorDocuments;
  readonly frames: FrameDocuments;
}

/** Returns the commands of errors, stack traces, client keys, and SDK setup. */
export function composeErrorCommands(
  core: OutputModule & AccountsModule & ProjectsModule,
  view: ErrorViewModule,
  { pages, frames }: ErrorCommandsDeps,
): readonly CommandRow[] {
  const { clientFor, clock, mask, projects, prompts, wire } = core;
  const { collapseAll, errors, filter, keys, pasted, places, poller, showsFailure, tree } = view;
  return [
    ...errorViewCommands({
      showsFailure,
      collapseAll,
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
      expand: (error) => expandError(view, error),
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
      wire,
      addressesOf,
      clock,
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
      projects,
      prompts,
      ...keys,
      insertSetup: () => execute(COMMAND.insertSdkSetup),
    }),
  ];
}
