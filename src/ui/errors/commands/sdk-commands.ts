import { window } from 'vscode';
import type { Client } from '../../../api/client';
import type { Transport } from '../../../api/transport';
import { activeDsn } from '../../../app/errors/client-keys';
import type { AddressesOf } from '../../../app/errors/event-target';
import { sendTestEvent, watchForError } from '../../../app/errors/test-event';
import type { ErrorPlace, TraceSource } from '../../../app/shared/error-keys';
import { ignoreFailure } from '../../../base/background';
import type { Clock } from '../../../base/clock';
import { t } from '../../../base/localize';
import { readDsn } from '../../../domain/errors/dsn';
import { LANGUAGES, SDK_SUPPORT } from '../../../domain/errors/languages';
import { type Snippet, snippetFor, SNIPPETS } from '../../../domain/errors/snippets';
import { supportMessage } from '../../../presentation/errors/sdk-messages';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import { insertCode, isBlank, openCode } from '../editor/code-insertion';
import { type ErrorPlaceDeps, errorPlaceOf } from './place';

export interface SdkCommandDeps extends ErrorPlaceDeps {
  readonly clientFor: (base: string) => Client;
  /** Uses no account: events are sent to the address in a DSN, which must not receive a token. */
  readonly wire: Transport;
  readonly addressesOf: AddressesOf;
  readonly clock: Clock;
  /** Masks a text in all later output. */
  readonly mask: (secret: string) => void;
  /** Reloads the displayed errors of a project. */
  readonly reread: (place: ErrorPlace) => Promise<unknown>;
  readonly createKey: (place: ErrorPlace) => Promise<void>;
  /** Selects an error in the view; returns false if the view doesn't list it. */
  readonly reveal: (place: ErrorPlace, sentryId: string) => Promise<boolean>;
  readonly openDocument: (source: TraceSource) => Promise<void>;
}

export function sdkCommands(deps: SdkCommandDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.insertSdkSetup,
      failure: () => t("Couldn't insert the SDK setup."),
      run: () => insertSetup(deps),
    },
    {
      id: COMMAND.sendTestEvent,
      failure: () => t("Couldn't send the test event."),
      run: (argument, failing) => sendTest(deps, argument, failing),
    },
  ];
}

async function insertSetup({ prompts }: SdkCommandDeps): Promise<void> {
  const editor = window.activeTextEditor;
  const fitting = editor === undefined ? undefined : snippetFor(editor.document.languageId);
  if (editor !== undefined && fitting !== undefined) {
    // If the file is read-only, the code opens beside it.
    if (await insertCode(editor, isBlank(editor) ? fitting.file : fitting.setup)) return;
    await openCode(editor.document.languageId, fitting.file);
    return;
  }
  const chosen = await prompts.pick<Snippet>({
    title: t('Insert SDK Setup'),
    placeholder: t('Select the language of the application that reports errors'),
    items: LANGUAGES.map((language) => ({
      label: SNIPPETS[language].name,
      description: supportMessage(SDK_SUPPORT[language]),
      detail: SNIPPETS[language].install,
      icon: 'code',
      value: SNIPPETS[language],
    })),
  });
  if (chosen !== undefined) await openCode(chosen.languageIds[0], chosen.file);
}

async function sendTest(
  deps: SdkCommandDeps,
  argument: CommandArgument,
  failing: (what: string) => void,
): Promise<void> {
  const place = await errorPlaceOf(argument, deps, {
    title: t('Send Test Event'),
    placeholder: t('Select a project to send a test event to'),
  });
  if (place === undefined) return;
  const { prompts, clientFor, wire, addressesOf, clock } = deps;
  const { base, path } = place;
  const client = clientFor(base);
  failing(t("Couldn't send the test event to {0}.", path));
  const languageId = window.activeTextEditor?.document.languageId ?? '';
  const language = snippetFor(languageId)?.language ?? 'nodejs';
  // Without a title, the notification shows only the progress messages.
  const outcome = await deps.prompts.progress.cancellable('', async (signal, reportProgress) => {
    reportProgress(t('Loading client key…'));
    const dsn = await activeDsn(client, place, deps.mask, signal);
    if (dsn === undefined) return undefined;
    reportProgress(sendingMessage(dsn));
    const { mark } = await sendTestEvent({ dsn, language, wire, base, addressesOf, clock, signal });
    failing(t("Test event sent to {0}. Couldn't check whether it arrived.", path));
    reportProgress(t('Waiting for the error to appear…'));
    return { sentryId: await watchForError({ client, fullPath: path, mark, clock, signal }) };
  });
  if (outcome === undefined) {
    offerKey(deps, place);
    return;
  }
  const { sentryId } = outcome;
  if (sentryId === undefined) {
    prompts.showMessage(
      'info',
      t("Test event sent, but the error isn't listed yet. Refresh the Errors view to check."),
      [],
    );
    return;
  }
  // The event arrived even if the list can't be reloaded.
  ignoreFailure(deps.reread(place));
  prompts.showMessage('info', t('Test event received as error #{0}.', sentryId), [
    {
      title: t('Show Error'),
      run: async () => {
        if (!(await deps.reveal(place, sentryId)))
          await deps.openDocument({ kind: 'latest', error: { ...place, error: sentryId } });
      },
      failure: () => t("Couldn't show the error."),
    },
  ]);
}

/** Shows the host, because the server determines where events are sent. */
function sendingMessage(dsn: string): string {
  const address = readDsn(dsn)?.address;
  return address === undefined
    ? t('Sending test event…')
    : t('Sending test event to {0}…', new URL(address).host);
}

function offerKey({ prompts, createKey }: SdkCommandDeps, place: ErrorPlace): void {
  prompts.showMessage('info', t("Couldn't send the test event. {0} has no active client key.", place.path), [
    {
      title: t('Create Client Key'),
      run: () => createKey(place),
      failure: () => t("Couldn't create the client key."),
    },
  ]);
}
