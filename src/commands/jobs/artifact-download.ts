import { commands, Uri } from 'vscode';
import type { ArtifactDownload, Artifacts } from '../../app/jobs/artifacts';
import type { JobKey } from '../../app/shared/keys';
import { t } from '../../base/localize';
import type { Prompts } from '../../editor/shared/prompts';
import { sentences } from '../../presentation/shared/error-messages';
import { size } from '../../presentation/shared/time-labels';
import { diskProblem } from '../shared/disk-problem';

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
  /** For messages. */
  readonly what: string;
  readonly defaultName: string;
}

/** Asks where to save an archive or one of its files, and downloads it. */
export async function downloadTo(deps: ArtifactDownloadDeps, wanted: WantedArtifact): Promise<void> {
  const { prompts } = deps;
  const { defaultName, what } = wanted;
  const place = await prompts.saveAs({ defaultName, title: t('Download Artifacts') });
  if (place === undefined) return;
  const file = Uri.parse(place, true);
  const failed = t("Couldn't download {0}.", what);
  if (file.scheme !== 'file') {
    const why = t("The selected folder isn't on the machine that Switchyard runs on. Select another folder.");
    prompts.showMessage('error', sentences(failed, why), []);
    return;
  }
  let bytes: number;
  try {
    bytes = await withProgress(deps, wanted, file.fsPath);
  } catch (error) {
    const why = diskProblem(error);
    if (why === undefined) throw error;
    prompts.showMessage('error', sentences(failed, why), []);
    return;
  }
  prompts.showMessage('info', t('Downloaded {0} ({1}).', what, size(bytes)), [
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
  { key, path, what }: WantedArtifact,
  file: string,
): Promise<number> {
  return prompts.progress.cancellable(t('Downloading {0}…', what), (signal, report) =>
    artifacts.download(key, {
      path,
      create: () => createFile(file),
      onProgress: (bytes) => {
        report(size(bytes));
      },
      signal,
    }),
  );
}
