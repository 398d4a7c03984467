import { window } from 'vscode';
import type { Client } from '../api/client';
import { listClientKeys } from '../api/endpoints/error-tracking';
import type { Transport } from '../api/transport';
import type { ErrorPlace } from '../app/error-keys';
import { sendTestEvent, watchForError } from '../app/test-event';
import type { Clock } from '../base/clock';
import { t } from '../base/localize';
import { readDsn } from '../domain/errors/dsn';
import { LANGUAGES, SDK_SUPPORT } from '../domain/errors/languages';
import { SNIPPETS, snippetFor, type Snippet } from '../domain/errors/snippets';
import { cancellable } from '../editor/cancellable';
import { insertCode, isBlank, openCode } from '../editor/code-insertion';
import { COMMAND } from '../presentation/command-ids';
import { supportWords } from '../presentation/sdk-words';
import type { CommandRow } from './command-row';
import { errorPlaceOf, type ErrorPlacePorts } from './error-place';

export interface SdkCommandPorts extends ErrorPlacePorts {
  readonly clientFor: (base: string) => Client;
  /** Without an account: events go to the address of a DSN, and no token goes there. */
  readonly wire: Transport;
  readonly clock: Clock;
  /** Keeps a text out of whatever is logged from now on. */
  readonly mask: (secret: string) => void;
  /** Reads the errors of a project again, where they are shown. */
  readonly reread: (place: ErrorPlace) => Promise<unknown>;
  readonly createKey: (place: ErrorPlace) => Promise<void>;
  readonly showError: (place: ErrorPlace, sentryId: string) => Promise<void>;
}

export function sdkCommands(ports: SdkCommandPorts): readonly CommandRow[] {
  return [
    {
      id: COMMAND.insertSdkSetup,
      failure: () => t('No setup was inserted.'),
      run: () => insertSetup(ports),
    },
    {
      id: COMMAND.sendTestEvent,
      failure: () => t('No test event was sent.'),
      run: (argument, failing) => sendTest(ports, argument, failing),
    },
  ];
}

async function insertSetup({ prompts }: SdkCommandPorts): Promise<void> {
  const editor = window.activeTextEditor;
  const fitting = editor === undefined ? undefined : snippetFor(editor.document.languageId);
  if (editor !== undefined && fitting !== undefined) {
    // A file may be read-only: then the code is shown beside it.
    if (await insertCode(editor, isBlank(editor) ? fitting.file : fitting.setup)) return;
    await openCode(editor.document.languageId, fitting.file);
    return;
  }
  const chosen = await prompts.pick<Snippet>({
    title: t('Insert SDK Setup'),
    placeholder: t('The language of the program whose errors are reported'),
    items: LANGUAGES.map((language) => ({
      label: SNIPPETS[language].name,
      description: supportWords(SDK_SUPPORT[language]),
      detail: SNIPPETS[language].install,
      icon: 'code',
      value: SNIPPETS[language],
    })),
  });
  if (chosen !== undefined) await openCode(chosen.languageIds[0], chosen.file);
}

async function sendTest(
  ports: SdkCommandPorts,
  argument: unknown,
  failing: (what: string) => void,
): Promise<void> {
  const place = await errorPlaceOf(argument, ports, t('Send Test Event'));
  if (place === undefined) return;
  const { prompts, clientFor, wire, clock } = ports;
  const { path } = place;
  const client = clientFor(place.base);
  failing(t('No test event was sent to {0}.', path));
  const languageId = window.activeTextEditor?.document.languageId ?? '';
  const language = snippetFor(languageId)?.language ?? 'nodejs';
  // A notification without a title shows what is said; it begins with the first word.
  const outcome = await cancellable('', async (signal, say) => {
    say(t('Sending a test event…'));
    const dsn = await dsnOf(ports, client, place, signal);
    if (dsn === undefined) return undefined;
    const { mark } = await sendTestEvent({ dsn, language, wire, clock, signal });
    failing(t('The test event was sent to {0}, but could not be looked for.', path));
    say(t('Waiting for the error to appear…'));
    return { sentryId: await watchForError({ client, fullPath: path, mark, clock, signal }) };
  });
  if (outcome === undefined) {
    offerKey(ports, place);
    return;
  }
  const { sentryId } = outcome;
  if (sentryId === undefined) {
    prompts.tell('info', t('The test event was sent. The list of errors does not show it yet.'), []);
    return;
  }
  // What is shown follows; that the event arrived is so in any case.
  void ports.reread(place).catch(() => undefined);
  prompts.tell('info', t('The test event arrived as #{0}.', sentryId), [
    {
      title: t('Show Error'),
      run: () => ports.showError(place, sentryId),
      failure: () => t('The error was not shown.'),
    },
  ]);
}

/** The first active key that there is now. It is not kept. */
async function dsnOf(
  { mask }: SdkCommandPorts,
  client: Client,
  { project }: ErrorPlace,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { items } = await client.page(listClientKeys, { id: project, per_page: 100 }, { signal });
  const dsn = items.flatMap(({ active, sentry_dsn }) => (active ? (sentry_dsn ?? []) : []))[0];
  if (dsn === undefined) return undefined;
  mask(dsn);
  const key = readDsn(dsn)?.key;
  if (key !== undefined) mask(key);
  return dsn;
}

function offerKey({ prompts, createKey }: SdkCommandPorts, place: ErrorPlace): void {
  prompts.tell('info', t('{0} has no active client key, so no test event was sent.', place.path), [
    {
      title: t('Create Client Key…'),
      run: () => createKey(place),
      failure: () => t('No client key was created.'),
    },
  ]);
}
