import { type CancellationToken, Uri, window, workspace } from 'vscode';
import type { Disposable } from '../../../base/disposable';
import { t } from '../../../base/localize';
import { type TrafficFacts, trafficLabel, trafficPage } from '../../../presentation/accounts/traffic-page';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { TRAFFIC_SCHEME, trafficAddress } from '../../../presentation/shared/tool-addresses';
import { PageDocuments } from '../../shared/documents/page-documents';

export interface TrafficDocumentDeps {
  readonly traffic: () => TrafficFacts;
  readonly now: () => number;
}

/** Shows the request statistics in a read-only document. The command that opens it also updates it. */
export class TrafficDocument implements Disposable {
  readonly #deps: TrafficDocumentDeps;
  readonly #documents: PageDocuments;
  /** Cached until the next update. */
  #page: ReturnType<typeof trafficPage> | undefined;

  constructor(deps: TrafficDocumentDeps) {
    this.#deps = deps;
    this.#documents = new PageDocuments(TRAFFIC_SCHEME, {
      begin: () => Promise.resolve(),
      page: () => (this.#page ??= this.#current()),
      actions: () => [{ title: t('Refresh'), command: COMMAND.showRequests }],
      closed: () => {
        this.#page = undefined;
      },
    });
  }

  async show(): Promise<void> {
    const uri = Uri.from(trafficAddress(trafficLabel()));
    this.#page = this.#current();
    this.#documents.changed(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  dispose(): void {
    this.#documents.dispose();
  }

  #current(): ReturnType<typeof trafficPage> {
    return trafficPage(this.#deps.traffic(), this.#deps.now());
  }
}
