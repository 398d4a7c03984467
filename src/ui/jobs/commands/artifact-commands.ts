import { commands, env, Uri } from 'vscode';
import { isApiError } from '../../../api/errors';
import type { JobTarget } from '../../../app/jobs/actions';
import type { Artifacts } from '../../../app/jobs/artifacts';
import { t } from '../../../base/localize';
import { type ArtifactItem, artifactName, artifactParent } from '../../../domain/jobs/artifact-tree';
import { hasArchive } from '../../../domain/jobs/artifacts';
import { artifactOffers } from '../../../domain/jobs/rules';
import { artifactAddress } from '../../../presentation/jobs/artifact-address';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { AddressParts } from '../../../presentation/shared/document-address';
import { webPage } from '../../../presentation/shared/links';
import { sizeLabel } from '../../../presentation/shared/size-labels';
import { fromNow } from '../../../presentation/shared/time-labels';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow, SetFailureMessage } from '../../shared/commands/command-row';
import {
  allowsRole,
  type ProjectRoleDeps,
  requireRole,
  requireRoleInAnyProject,
} from '../../shared/commands/role-check';
import type { PickItem, Prompts } from '../../shared/editor/prompts';
import { archiveMessages, type ArtifactDownloadDeps, downloadTo, fileMessages } from './artifact-download';
import { chooseJob, type JobChoiceDeps, namedJob } from './choice';
import { downloadFolder } from './folder-download';

export interface ArtifactCommandDeps extends JobChoiceDeps, ProjectRoleDeps, ArtifactDownloadDeps {
  readonly prompts: Prompts;
  readonly artifacts: Pick<Artifacts, 'delete' | 'download' | 'item' | 'keep' | 'list'>;
  /** Opens a file in an editor. */
  readonly openFile: (address: AddressParts) => Promise<void>;
  readonly openPage: (address: string) => Promise<void>;
  /** Reads the jobs again. */
  readonly refresh: () => Promise<void>;
}

/** A job with the path of a file or folder of its artifacts. */
export interface ArtifactChoice {
  readonly target: JobTarget;
  readonly path: string;
}

export function artifactCommands(deps: ArtifactCommandDeps): readonly CommandRow[] {
  return [
    {
      id: COMMAND.openArtifact,
      failure: () => t("Couldn't open the file."),
      run: async (argument) => {
        const chosen = await artifactOf(deps, argument);
        if (chosen !== undefined && chosen.path !== '') await open(deps, chosen);
      },
    },
    {
      id: COMMAND.browseArtifacts,
      failure: () => t("Couldn't load the artifacts."),
      run: async (argument, failing) => {
        const chosen = await chooseArtifacts(deps, argument, t('Browse Artifacts'));
        if (chosen !== undefined) await browse(deps, chosen, failing);
      },
    },
    {
      id: COMMAND.downloadArtifacts,
      failure: () => t("Couldn't download the artifacts."),
      run: async (argument, failing) => {
        const chosen = await chooseArtifacts(deps, argument, t('Download Artifacts'));
        if (chosen === undefined) return;
        const { key, job } = chosen.target;
        const path = chosen.path === '' ? undefined : chosen.path;
        const messages = path === undefined ? archiveMessages(job.name) : fileMessages(artifactName(path));
        failing(messages.failed);
        if (path !== undefined && (await deps.artifacts.item(key, path)).kind === 'folder') {
          await downloadFolder(deps, { key, path });
          return;
        }
        await downloadTo(deps, { key, path, messages, defaultName: fileNameOf(chosen) });
      },
    },
    {
      id: COMMAND.keepArtifacts,
      failure: () => t("Couldn't keep the artifacts."),
      run: (argument, failing) => keepArtifacts(deps, argument, failing),
    },
    {
      id: COMMAND.deleteArtifacts,
      failure: () => t("Couldn't delete the artifacts."),
      run: (argument, failing) => deleteArtifacts(deps, argument, failing),
    },
  ];
}

const fileNameOf = ({ target: { job }, path }: ArtifactChoice): string =>
  path === '' ? `${job.name}-${job.id}-artifacts.zip` : artifactName(path);

/** Returns the file or folder of a row; the root for a job. */
export async function artifactOf(
  deps: Pick<JobChoiceDeps, 'lookup' | 'activeJob' | 'prompts' | 'now'>,
  argument: CommandArgument,
): Promise<ArtifactChoice | undefined> {
  const target = argument?.target;
  if (target?.kind !== 'artifact') {
    const job = await namedJob(deps, argument);
    return job && { target: job, path: '' };
  }
  const { pipeline, job, path } = target;
  const found = await namedJob(deps, { target: { kind: 'job', pipeline, job } });
  return found && { target: found, path };
}

/** Returns the artifacts of the row or of the active log, or asks for a job with artifacts. */
async function chooseArtifacts(
  deps: ArtifactCommandDeps,
  argument: CommandArgument,
  title: string,
): Promise<ArtifactChoice | undefined> {
  const { activeJob, lookup, now, prompts } = deps;
  const key = argument === undefined ? activeJob() : undefined;
  const named =
    key === undefined ? await artifactOf(deps, argument) : { target: await lookup.read(key), path: '' };
  if (named === undefined) {
    const chosen = await chooseJob(deps, {
      title,
      placeholder: t('Select a job with artifacts'),
      none: t('No jobs with artifacts'),
      statuses: [],
      fits: (job) => hasArchive(job, now()),
    });
    return chosen && { target: chosen, path: '' };
  }
  const { job } = named.target;
  if (hasArchive(job, now())) return named;
  const expired = Date.parse(job.artifacts_expire_at ?? '') <= now();
  prompts.showMessage(
    'info',
    expired
      ? t('The artifacts of {0} expired {1}.', job.name, fromNow(job.artifacts_expire_at, now()) ?? '')
      : t('{0} has no available artifacts.', job.name),
    [],
  );
  return undefined;
}

function open(deps: ArtifactCommandDeps, { target: { key, job }, path }: ArtifactChoice): Promise<void> {
  return deps.openFile(artifactAddress({ ...key, path }, job.name));
}

/** Asks for files and folders until a file is selected. */
async function browse(
  deps: ArtifactCommandDeps,
  from: ArtifactChoice,
  failing: SetFailureMessage,
): Promise<void> {
  const { key, job } = from.target;
  let folder = from.path;
  for (;;) {
    const chosen: ArtifactItem | undefined = await deps.prompts.pick({
      title: folder === '' ? t('Artifacts of {0}', job.name) : folder,
      placeholder: t('Select a file or folder'),
      loading: t('Loading artifacts…'),
      items: async (signal) => {
        const { items } = await deps.artifacts.list(key, folder, { signal });
        return [...(folder === '' ? [] : [parentItem(folder)]), ...items.map(pickItem)];
      },
    });
    if (chosen === undefined) return;
    if (chosen.kind === 'file') {
      failing(t("Couldn't open {0}.", chosen.name));
      await open(deps, { target: from.target, path: chosen.path });
      return;
    }
    folder = chosen.path;
  }
}

const pickItem = (item: ArtifactItem): PickItem<ArtifactItem> => ({
  label: item.name,
  ...(item.size === undefined ? {} : { description: sizeLabel(item.size) }),
  icon: item.kind === 'folder' ? 'folder' : 'file',
  value: item,
});

const parentItem = (folder: string): PickItem<ArtifactItem> => ({
  label: '..',
  description: t('Parent Folder'),
  icon: 'arrow-up',
  value: { name: '..', path: artifactParent(folder), kind: 'folder', size: undefined },
});

async function keepArtifacts(
  deps: ArtifactCommandDeps,
  argument: CommandArgument,
  failing: SetFailureMessage,
): Promise<void> {
  const { artifacts, prompts, refresh } = deps;
  if (argument === undefined && deps.activeJob() === undefined)
    await requireRoleInAnyProject(deps, 'keepArtifacts');
  const chosen = await chooseArtifacts(deps, argument, t('Keep Artifacts'));
  if (chosen === undefined) return;
  const { key, job } = chosen.target;
  failing(t("Couldn't keep the artifacts of {0}.", job.name));
  if (!artifactOffers(job, deps.now()).includes('keep')) {
    prompts.showMessage('info', t('{0} has no artifacts that are set to expire.', job.name), []);
    return;
  }
  requireRole(deps, 'keepArtifacts', key);
  try {
    await prompts.progress.inView(t('Keeping the artifacts of {0}…', job.name), (signal) =>
      artifacts.keep(key, { signal }),
    );
  } catch (error) {
    const page = webPage(job.web_url);
    if (!isApiError(error, 'not-found') || page === undefined) throw error;
    offerPage(deps, job.name, page);
    return;
  }
  prompts.showStatus(t('Artifacts of {0} (#{1}) no longer expire.', job.name, job.id));
  await refresh();
}

/** A missing endpoint and missing artifacts have the same response. Servers without the endpoint have a button. */
function offerPage({ prompts, openPage }: ArtifactCommandDeps, job: string, page: string): void {
  prompts.showMessage(
    'info',
    t(
      'The server found nothing to keep. The artifacts of {0} were deleted, or the server can only keep them on the page of the job.',
      job,
    ),
    [
      {
        title: t('Open Job Page'),
        run: () => openPage(page),
        failure: () => t("Couldn't open the page."),
      },
    ],
  );
}

async function deleteArtifacts(
  deps: ArtifactCommandDeps,
  argument: CommandArgument,
  failing: SetFailureMessage,
): Promise<void> {
  const { artifacts, prompts, refresh } = deps;
  if (argument === undefined && deps.activeJob() === undefined)
    await requireRoleInAnyProject(deps, 'deleteArtifacts');
  const chosen = await chooseArtifacts(deps, argument, t('Delete Artifacts'));
  if (chosen === undefined) return;
  const { key, job } = chosen.target;
  failing(t("Couldn't delete the artifacts of {0}.", job.name));
  requireRole(deps, 'deleteArtifacts', key);
  const isConfirmed = await prompts.confirm({
    message: t('Delete the artifacts of {0} (#{1})?', job.name, job.id),
    detail: t("The archive and the reports will be permanently deleted. The job log isn't deleted."),
    action: t('Delete Artifacts'),
  });
  if (!isConfirmed || !allowsRole(deps, 'deleteArtifacts', key)) return;
  await prompts.progress.inView(t('Deleting the artifacts of {0}…', job.name), (signal) =>
    artifacts.delete(key, { signal }),
  );
  prompts.showStatus(t('Artifacts of {0} (#{1}) deleted.', job.name, job.id));
  await refresh();
}

/** Opens the web page of a job. */
export async function openJobPage(page: string): Promise<void> {
  await env.openExternal(Uri.parse(page, true));
}

/** Opens a file with the editor for its type, for example for images. */
export async function openInEditor(address: AddressParts): Promise<void> {
  await commands.executeCommand('vscode.open', Uri.from(address));
}
