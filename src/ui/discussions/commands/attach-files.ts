import type { Client } from '../../../api/client';
import type { FileToSend } from '../../../api/params';
import type { ProjectKey } from '../../../app/shared/keys';
import { uploadFile } from '../../../app/shared/uploads';
import { t } from '../../../base/localize';
import { MAX_ATTACHMENT_SIZE } from '../../../domain/shared/attachments';
import { sizeLabel } from '../../../presentation/shared/size-labels';
import type { Prompts } from '../../shared/editor/prompts';
import type { Report } from '../../shared/editor/report';

export interface AttachFilesDeps {
  readonly clientFor: (base: string) => Pick<Client, 'call'>;
  readonly prompts: Pick<Prompts, 'openFiles' | 'showMessage'>;
  readonly report: Report;
}

/** Uploads files that users attach to comments. Failures are reported. */
export class AttachFiles {
  readonly #deps: AttachFilesDeps;

  constructor(deps: AttachFilesDeps) {
    this.#deps = deps;
  }

  /** Asks for files, and reads them. */
  async pick(): Promise<readonly FileToSend[]> {
    const files: FileToSend[] = [];
    try {
      const question = { title: t('Attach Files'), action: t('Attach') };
      for (const { name, size, read } of await this.#deps.prompts.openFiles(question)) {
        if (size > MAX_ATTACHMENT_SIZE) this.refuse(name, size);
        else files.push({ name, bytes: await read() });
      }
    } catch (error) {
      this.#deps.report(t("Couldn't read the files."), error);
    }
    return files;
  }

  /** Resolves to the Markdown that shows the file; undefined if it wasn't uploaded. */
  async upload(
    { base, project }: ProjectKey,
    file: FileToSend,
    signal: AbortSignal,
  ): Promise<string | undefined> {
    if (file.bytes.length > MAX_ATTACHMENT_SIZE) {
      this.refuse(file.name, file.bytes.length);
      return undefined;
    }
    try {
      return await uploadFile(this.#deps.clientFor(base), project, file, signal);
    } catch (error) {
      // The user has canceled it. A file to which no text refers has no effect, even if the server has received it.
      if (!signal.aborted) this.#deps.report(t("Couldn't upload {0}.", file.name), error);
      return undefined;
    }
  }

  /** Reports a file that is too large, or a folder or file that can't be read. `size`: its size in bytes. */
  refuse(name: string, size: number): void {
    const message =
      size > MAX_ATTACHMENT_SIZE
        ? t(
            "{0} ({1}) wasn't uploaded. Files can have up to {2}.",
            name,
            sizeLabel(size),
            sizeLabel(MAX_ATTACHMENT_SIZE),
          )
        : t("Couldn't read {0}. Only files can be attached, not folders.", name);
    this.#deps.prompts.showMessage('error', message, []);
  }
}
