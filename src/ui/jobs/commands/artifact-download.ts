import { commands, Uri } from 'vscode';
import type { ArtifactDownload, Artifacts } from '../../../app/jobs/artifacts';
import type { JobKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { sentences } from '../../../presentation/shared/error-messages';
import { sizeLabel } from '../../../presentation/shared/size-labels';
import { diskProblem } from '../../shared/commands/disk-problem';
import type { Prompts } from '../../shared/editor/prompts';

export interface ArtifactDownloadDeps {
  readonly prompts: Prompts;
  readonly artifacts: Pick<Artifacts, 'download'>;
  /** Creates a file, which gets its name when it is complete. */
  readonly createFile: (file: string) => ReturnType<ArtifactDownload['create']>;
}

interface WantedArtifact {
  readonly key: JobKey;
  /** Path of a file; undefined for the archive. */
  readonly path: string | undefined;
  readonly messages: DownloadMessages;
  readonly defaultName: string;
}

interface DownloadMessages {
  readonly doing: string;
  readonly done: (size: string) => string;
  readonly failed: string;
}

export const archiveMessages = (jobName: string): DownloadMessages => ({
  doing: t('Downloading the artifacts of {0}…', jobName),
  done: (bytes) => t('Artifacts of {0} downloaded ({1}).', jobName, bytes),
  failed: t("Couldn't download the artifacts of {0}.", jobName),
});

export const fileMessages = (name: string): DownloadMessages => ({
  doing: t('Downloading {0}…', name),
  done: (bytes) => t('{0} downloaded ({1}).', name, bytes),
  failed: t("Couldn't download {0}.", name),
});

/** Why a folder can't be used. */
export const notOnThisMachine = (): string =>
  t("The selected folder isn't on the machine that Switchyard runs on. Select another folder.");

/** Asks where to save an archive or one of its files, and downloads it. */
export async function downloadTo(deps: ArtifactDownloadDeps, wanted: WantedArtifact): Promise<void> {
  const { prompts } = deps;
  const { defaultName, messages } = wanted;
  const place = await prompts.saveAs({ defaultName, title: t('Download Artifacts') });
  if (place === undefined) return;
  const file = Uri.parse(place, true);
  if (file.scheme !== 'file') {
    prompts.showMessage('error', sentences(messages.failed, notOnThisMachine()), []);
    return;
  }
  let bytes: number;
  try {
    bytes = await withProgress(deps, wanted, file.fsPath);
  } catch (error) {
    const why = diskProblem(error);
    if (why === undefined) throw error;
    prompts.showMessage('error', sentences(messages.failed, why), []);
    return;
  }
  prompts.showMessage('info', messages.done(sizeLabel(bytes)), [
    {
      title: t('Reveal in Folder'),
      run: async () => {
        await commands.executeCommand('revealFileInOS', file);
      },
      failure: () => t("Couldn't show the folder."),
    },
  ]);
}

function withProgress(
  { artifacts, createFile, prompts }: ArtifactDownloadDeps,
  { key, messages, path }: WantedArtifact,
  file: string,
): Promise<number> {
  return prompts.progress.cancellable(messages.doing, (signal, report) =>
    artifacts.download(key, {
      path,
      create: () => createFile(file),
      onProgress: (bytes) => {
        report(sizeLabel(bytes));
      },
      signal,
    }),
  );
}
