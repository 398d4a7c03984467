import { commands, Uri } from 'vscode';
import { isCanceled } from '../../../api/errors';
import { downloadFiles, filesBelow, type FolderFiles } from '../../../app/jobs/artifact-folder';
import type { Artifacts } from '../../../app/jobs/artifacts';
import type { JobKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { artifactName } from '../../../domain/jobs/artifact-tree';
import { unsavedArtifacts } from '../../../presentation/jobs/artifact-rows';
import { sentences } from '../../../presentation/shared/error-messages';
import { sizeLabel } from '../../../presentation/shared/size-labels';
import { diskProblem } from '../../shared/commands/disk-problem';
import { existingFiles, folderFor } from '../editor/saved-folder';
import { type ArtifactDownloadDeps, notOnThisMachine } from './artifact-download';

export interface FolderDownloadDeps extends ArtifactDownloadDeps {
  readonly artifacts: Pick<Artifacts, 'download' | 'list'>;
}

/** A folder of the artifacts of a job. */
interface WantedFolder {
  readonly key: JobKey;
  readonly path: string;
}

/**
 * Asks for a folder, and downloads a folder of the artifacts into it. Asks before existing files are replaced. The names
 * of files are those of the archive, so nothing outside of the selected folder is written.
 */
export async function downloadFolder(deps: FolderDownloadDeps, wanted: WantedFolder): Promise<void> {
  const { artifacts, prompts } = deps;
  const { key, path } = wanted;
  const name = artifactName(path);
  const failed = t("Couldn't download {0}.", name);
  const place = await prompts.openFolder({ title: t('Download Artifacts'), action: t('Download Here') });
  if (place === undefined) return;
  const root = Uri.parse(place, true);
  if (root.scheme !== 'file') {
    prompts.showMessage('error', sentences(failed, notOnThisMachine()), []);
    return;
  }
  try {
    const found = await prompts.progress.cancellable(t('Reading {0}…', name), (signal) =>
      filesBelow(artifacts, key, path, signal),
    );
    if (found.files.length === 0) {
      prompts.showMessage('info', sentences(t('{0} contains no files.', name), unsavedArtifacts(found)), []);
      return;
    }
    const existing = await existingFiles(
      root.fsPath,
      found.files.map(({ saved }) => saved),
    );
    if (existing.length > 0 && !(await mayReplace(deps, existing))) return;
    await download(deps, wanted, found, root);
  } catch (error) {
    const why = diskProblem(error);
    if (why === undefined) throw error;
    prompts.showMessage('error', sentences(failed, why), []);
  }
}

const mayReplace = ({ prompts }: FolderDownloadDeps, existing: readonly string[]): Promise<boolean> =>
  prompts.confirm({
    message: t(
      '{0, plural, one {# file already exists in the folder. Replace it?} other {# files already exist in the folder. Replace them?}}',
      existing.length,
    ),
    detail: existing.slice(0, MAX_NAMED).join('\n'),
    action: t('Replace'),
  });

/** Maximum number of existing files that the question names. */
const MAX_NAMED = 10;

async function download(
  { artifacts, createFile, prompts }: FolderDownloadDeps,
  { key, path }: WantedFolder,
  { files, hidden, cut }: FolderFiles,
  root: Uri,
): Promise<void> {
  const name = artifactName(path);
  let complete = 0;
  let bytes: number;
  try {
    bytes = await prompts.progress.cancellable(t('Downloading {0}…', name), (signal, report) =>
      downloadFiles(artifacts, key, files, {
        create: async (saved) => createFile(await folderFor(root.fsPath, saved)),
        onProgress: (done, read) => {
          complete = done;
          report(
            t('{0} of {1, plural, one {# file} other {# files}} · {2}', done, files.length, sizeLabel(read)),
          );
        },
        signal,
      }),
    );
  } catch (error) {
    if (isCanceled(error)) prompts.showStatus(partly(complete, files.length));
    throw error;
  }
  prompts.showMessage(
    'info',
    sentences(
      t(
        '{0, plural, one {# file} other {# files}} of {1} downloaded ({2}).',
        files.length,
        name,
        sizeLabel(bytes),
      ),
      unsavedArtifacts({ hidden, cut }),
    ),
    [
      {
        title: t('Reveal in Folder'),
        run: async () => {
          await commands.executeCommand('revealFileInOS', Uri.joinPath(root, name));
        },
        failure: () => t("Couldn't show the folder."),
      },
    ],
  );
}

const partly = (done: number, all: number): string =>
  t('Download canceled. {0} of {1, plural, one {# file was} other {# files were}} downloaded.', done, all);
