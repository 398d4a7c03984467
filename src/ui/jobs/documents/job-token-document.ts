import { type CancellationToken, Uri, window, workspace } from 'vscode';
import type { JobOfToken } from '../../../app/jobs/job-token';
import type { Disposable } from '../../../base/disposable';
import {
  forgottenJobTokenPage,
  jobTokenLabel,
  jobTokenPage,
} from '../../../presentation/jobs/job-token-page';
import type { TextPage } from '../../../presentation/shared/text-page';
import { JOB_TOKEN_SCHEME, jobTokenAddress } from '../../../presentation/shared/tool-addresses';
import { PageDocuments } from '../../shared/documents/page-documents';

/** Shows the job of a job token in a read-only document, until it is closed. */
export class JobTokenDocument implements Disposable {
  readonly #now: () => number;
  readonly #documents: PageDocuments;
  #page: TextPage | undefined;

  constructor(now: () => number) {
    this.#now = now;
    this.#documents = new PageDocuments(JOB_TOKEN_SCHEME, {
      begin: () => Promise.resolve(),
      page: () => this.#page ?? forgottenJobTokenPage(),
      actions: () => [],
      closed: () => {
        this.#page = undefined;
      },
    });
  }

  async show(found: JobOfToken): Promise<void> {
    const uri = Uri.from(jobTokenAddress(jobTokenLabel()));
    this.#page = jobTokenPage(found, this.#now());
    this.#documents.changed(uri);
    await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  }

  textOf(uri: Uri, token: CancellationToken): Promise<string> {
    return this.#documents.provideTextDocumentContent(uri, token);
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
