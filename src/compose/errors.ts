import type { ErrorPlace } from '../app/shared/error-keys';
import type { CommandRow } from '../ui/shared/commands/command-row';
import { ErrorDocuments } from '../ui/errors/documents/documents';
import { FrameDocuments } from '../ui/errors/documents/frame-documents';
import type { LazyTexts } from '../ui/shared/documents/lazy-documents';
import { explainClientKeys } from '../presentation/errors/client-key-errors';
import { explainTestEvent } from '../presentation/errors/sdk-messages';
import { registerErrorMessages } from '../presentation/shared/error-messages';
import { ERROR_SCHEME } from '../presentation/shared/tool-addresses';
import { revealError } from '../ui/errors/trees/reveal';
import { composeErrorCommands } from './commands/error-commands';
import type { Core } from './core';
import type { ErrorViewModule } from './error-view';

/** Documents and commands of errors. Loaded when any command is first used. */
export interface ErrorsModule {
  readonly rows: readonly CommandRow[];
  readonly documents: LazyTexts;
  /** Selects an error in the view by its `sentryId`. Returns false if the project has no such error. */
  readonly showError: (place: ErrorPlace, error: string, signal?: AbortSignal) => Promise<boolean>;
}

export function composeErrors(core: Core, view: ErrorViewModule): ErrorsModule {
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
