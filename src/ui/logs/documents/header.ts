import { CodeLens, type Command, EventEmitter, languages, Range, type TextDocument, workspace } from 'vscode';
import { type Disposable, DisposableStore } from '../../../base/disposable';
import { isCut } from '../../../domain/logs/failing-part';
import { cutNote, logHeader } from '../../../presentation/logs/header';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { webPage } from '../../../presentation/shared/links';
import { commandWith } from '../../shared/editor/execute';
import type { LogDocument } from './document';
import type { LogDocuments } from './documents';
import { LOG_SELECTOR, logLinesOf } from './lines';

/** Shows the job's status and its pipeline above the first line of a log, and whether the log was cut. */
export class LogHeaders implements Disposable {
  readonly #changed = new EventEmitter<void>();
  /** The titles that were last provided, by the URI of the log. */
  readonly #shown = new Map<string, string>();
  readonly #subscriptions = new DisposableStore();

  constructor(documents: LogDocuments) {
    this.#subscriptions.add(this.#changed);
    this.#subscriptions.add(
      languages.registerCodeLensProvider(LOG_SELECTOR, {
        onDidChangeCodeLenses: this.#changed.event,
        provideCodeLenses: ({ uri }: TextDocument) => this.#lenses(uri.toString(), documents.find(uri)),
      }),
    );
    this.#subscriptions.add(
      documents.onDidUpdate((log) => {
        const id = log.uri.toString();
        if (this.#shown.has(id) && this.#shown.get(id) !== titlesOf(commandsOf(log))) this.#changed.fire();
      }),
    );
    this.#subscriptions.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.#shown.delete(uri.toString());
      }),
    );
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #lenses(id: string, log: LogDocument | undefined): CodeLens[] {
    const commands = log === undefined ? [] : commandsOf(log);
    this.#shown.set(id, titlesOf(commands));
    return commands.map((command) => new CodeLens(new Range(0, 0, 0, 0), command));
  }
}

const titlesOf = (commands: readonly Command[]): string => commands.map(({ title }) => title).join('\n');

function commandsOf(log: LogDocument): readonly Command[] {
  const { state } = log.feed;
  const trace = logLinesOf(log);
  if (state.kind !== 'lines' || trace === undefined) return [];
  const { status, pipeline } = logHeader(state.job);
  const page = webPage(state.job.pipeline?.web_url);
  return [
    text(status),
    ...(pipeline === undefined
      ? []
      : [page === undefined ? text(pipeline) : commandWith(pipeline, COMMAND.openAddress, page)]),
    ...(!state.following && isCut(trace) ? [text(cutNote())] : []),
  ];
}

/** A lens without an action. */
const text = (title: string): Command => ({ title, command: '' });
