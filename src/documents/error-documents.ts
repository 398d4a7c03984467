import { Uri, window, workspace, type CancellationToken, type Command } from 'vscode';
import type { TraceSource } from '../app/error-keys';
import type { FramePlaces } from '../app/frame-places';
import type { PastedTraces } from '../app/pasted-traces';
import { targetOf, type Target } from '../app/targets';
import type { TrackedErrors } from '../app/tracked-errors';
import type { Clock } from '../base/clock';
import { DisposableStore, type Disposable } from '../base/disposable';
import { t } from '../base/localize';
import { COMMAND } from '../presentation/command-ids';
import { addressed, errorAddress } from '../presentation/error-address';
import { errorPage, errorTitle } from '../presentation/error-page';
import { explain, isSilent } from '../presentation/error-sentences';
import type { TextPage } from '../presentation/text-page';
import { ERROR_SCHEME } from '../presentation/tool-addresses';
import { PageDocuments } from './page-documents';

export interface ErrorDocumentPorts {
  readonly errors: TrackedErrors;
  readonly pasted: PastedTraces;
  readonly places: FramePlaces;
  readonly clock: Clock;
}

/** Errors as documents to read: facts, stack trace and code. */
export class ErrorDocuments implements Disposable {
  readonly #ports: ErrorDocumentPorts;
  readonly #documents: PageDocuments;
  readonly #problems = new Map<string, string>();
  readonly #subscriptions = new DisposableStore();

  constructor(ports: ErrorDocumentPorts) {
    this.#ports = ports;
    this.#documents = this.#subscriptions.add(
      new PageDocuments(ERROR_SCHEME, {
        begin: (uri, token) => this.#begin(uri, token),
        page: (uri) => this.#page(uri),
        actions: (uri) => actions(uri),
        closed: (uri) => {
          this.#problems.delete(uri.toString());
        },
      }),
    );
    this.#subscriptions.add(
      ports.errors.onDidChange((place) => {
        for (const { uri } of workspace.textDocuments) {
          const source = sourceOf(uri);
          if (
            source?.kind === 'latest' &&
            source.error.path === place.path &&
            source.error.base === place.base
          )
            this.#documents.changed(uri);
        }
      }),
    );
  }

  async open(source: TraceSource): Promise<void> {
    const uri = this.#uriOf(source);
    const document = await workspace.openTextDocument(uri);
    // The editor may have kept an older text of it.
    await this.#read(uri, source, undefined);
    this.#documents.changed(uri);
    await window.showTextDocument(document, { preview: true });
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  /** The error that an editor shows. */
  active(): TraceSource | undefined {
    const uri = window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : sourceOf(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #uriOf(source: TraceSource): Uri {
    const { errors, places } = this.#ports;
    const error = source.kind === 'latest' ? errors.peek(source.error) : undefined;
    const host = source.kind === 'latest' ? new URL(source.error.base).host : 'pasted';
    return Uri.from(errorAddress(source, host, errorTitle(error, places.peek(source))));
  }

  async #begin(uri: Uri, token: CancellationToken): Promise<void> {
    const source = sourceOf(uri);
    if (source === undefined) return;
    const stop = new AbortController();
    const subscription = token.onCancellationRequested(() => {
      stop.abort();
    });
    try {
      await this.#read(uri, source, stop.signal);
    } finally {
      subscription.dispose();
    }
  }

  /** What cannot be read is told in the document: the rest of it is worth reading. */
  async #read(uri: Uri, source: TraceSource, signal: AbortSignal | undefined): Promise<void> {
    const { errors, places } = this.#ports;
    this.#problems.delete(uri.toString());
    const [detail, trace] = await Promise.allSettled([
      source.kind === 'latest' ? errors.detail(source.error, { signal }) : undefined,
      places.tracesOf(source, signal),
    ]);
    const failed = [trace, detail].find((each) => each.status === 'rejected');
    if (failed !== undefined && !isSilent(failed.reason))
      this.#problems.set(uri.toString(), t('Not everything could be read. {0}', explain(failed.reason).why));
  }

  #page(uri: Uri): TextPage | undefined {
    const source = sourceOf(uri);
    if (source === undefined) return undefined;
    const { errors, pasted, places, clock } = this.#ports;
    const held = source.kind === 'pasted' ? pasted.get(source.id) : undefined;
    const isGone = source.kind === 'pasted' && held === undefined;
    return errorPage({
      error: source.kind === 'latest' ? errors.peek(source.error) : undefined,
      traces: places.peek(source),
      pastedAt: held?.at,
      problem: isGone
        ? t('What was pasted is kept in its window only, and is gone by now.')
        : this.#problems.get(uri.toString()),
      now: clock.now(),
      linkOf: (trace, frame) => ({
        command: COMMAND.openFrame,
        argument: { target: { kind: 'frame', frame: { source, trace, frame } } satisfies Target },
        tooltip: t('Open this line'),
      }),
    });
  }
}

/** The error of a document's address, which anybody may have written. */
function sourceOf({ scheme, query }: Uri): TraceSource | undefined {
  if (scheme !== ERROR_SCHEME) return undefined;
  const frame = { source: addressed({ query }), trace: 0, frame: 0 };
  const target = targetOf({ target: { kind: 'frame', frame } });
  return target?.kind === 'frame' ? target.frame.source : undefined;
}

function actions(uri: Uri): Command[] {
  const source = sourceOf(uri);
  if (source === undefined) return [];
  const target: Target =
    source.kind === 'latest'
      ? { kind: 'tracked-error', error: source.error }
      : { kind: 'pasted-trace', id: source.id };
  const copy = { title: t('Copy as Markdown'), command: COMMAND.copyErrorMarkdown, arguments: [{ target }] };
  const browse = { title: t('Open in Browser'), command: COMMAND.openInBrowser, arguments: [{ target }] };
  return source.kind === 'latest' ? [copy, browse] : [copy];
}
