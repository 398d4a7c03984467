import { type CancellationToken, type Command, Uri, window, workspace } from 'vscode';
import type { FramePlaces } from '../../../app/errors/frame-places';
import type { PastedTraces } from '../../../app/errors/pasted-stack-traces';
import type { TrackedErrors } from '../../../app/errors/tracked-errors';
import type { TraceSource } from '../../../app/shared/error-keys';
import { settleAll } from '../../../app/shared/settle-all';
import type { Clock } from '../../../base/clock';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { errorAddress, parsedAddressQuery } from '../../../presentation/errors/address';
import { errorPage, errorTitle } from '../../../presentation/errors/page';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { explain, isSilent, sentences } from '../../../presentation/shared/error-messages';
import { linkTo, type TextPage } from '../../../presentation/shared/text-page';
import { ERROR_SCHEME } from '../../../presentation/shared/tool-addresses';
import { type Target, traceSourceSchema } from '../../../schemas/target';
import { PageDocuments } from '../../shared/documents/page-documents';
import { commandWith } from '../../shared/editor/execute';

export interface ErrorDocumentDeps {
  readonly errors: TrackedErrors;
  readonly pasted: PastedTraces;
  readonly places: FramePlaces;
  readonly clock: Clock;
}

/** Read-only documents with the details, stack trace, and code of errors. */
export class ErrorDocuments implements Disposable {
  readonly #deps: ErrorDocumentDeps;
  readonly #documents: PageDocuments;
  readonly #problems = new Map<string, string>();
  readonly #subscriptions = new DisposableStore();

  constructor(deps: ErrorDocumentDeps) {
    this.#deps = deps;
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
      deps.errors.onDidChange((place) => {
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
    // The editor may have cached an older text.
    await this.#read(uri, source, undefined);
    this.#documents.changed(uri);
    await window.showTextDocument(document, { preview: true });
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  /** The error in the active editor. */
  active(): TraceSource | undefined {
    const uri = window.activeTextEditor?.document.uri;
    return uri === undefined ? undefined : sourceOf(uri);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #uriOf(source: TraceSource): Uri {
    const { errors, places } = this.#deps;
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

  /** Shows failures in the document, together with the information that was loaded. */
  async #read(uri: Uri, source: TraceSource, signal: AbortSignal | undefined): Promise<void> {
    const { errors, places } = this.#deps;
    this.#problems.delete(uri.toString());
    const { failure } = await settleAll<unknown>([
      places.tracesOf(source, signal),
      source.kind === 'latest' ? errors.detail(source.error, { signal }) : undefined,
    ]);
    if (failure !== undefined && !isSilent(failure))
      this.#problems.set(
        uri.toString(),
        sentences(t("Couldn't load some information."), explain(failure).why),
      );
  }

  #page(uri: Uri): TextPage | undefined {
    const source = sourceOf(uri);
    if (source === undefined) return undefined;
    const { errors, pasted, places, clock } = this.#deps;
    const held = source.kind === 'pasted' ? pasted.get(source.id) : undefined;
    const isGone = source.kind === 'pasted' && held === undefined;
    return errorPage({
      error: source.kind === 'latest' ? errors.peek(source.error) : undefined,
      traces: places.peek(source),
      pastedAt: held?.at,
      problem: isGone
        ? t(
            'This stack trace is no longer available. Pasted stack traces are kept only in the window where they were pasted.',
          )
        : this.#problems.get(uri.toString()),
      now: clock.now(),
      linkOf: (trace, frame) =>
        linkTo(
          COMMAND.openFrame,
          { target: { kind: 'frame', frame: { source, trace, frame } } },
          t('Open this line'),
        ),
    });
  }
}

/** Reads the error from a URI, which can be from an untrusted source. */
function sourceOf({ scheme, query }: Uri): TraceSource | undefined {
  if (scheme !== ERROR_SCHEME) return undefined;
  const read = traceSourceSchema.safeParse(parsedAddressQuery({ query }));
  return read.success ? read.data : undefined;
}

function actions(uri: Uri): Command[] {
  const source = sourceOf(uri);
  if (source === undefined) return [];
  const target: Target =
    source.kind === 'latest'
      ? { kind: 'tracked-error', error: source.error }
      : { kind: 'pasted-trace', id: source.id };
  const copy = commandWith(t('Copy as Markdown'), COMMAND.copyErrorMarkdown, { target });
  const browse = commandWith(t('Open in Browser'), COMMAND.openInBrowser, { target });
  return source.kind === 'latest' ? [copy, browse] : [copy];
}
