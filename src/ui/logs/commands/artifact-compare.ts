import { commands, Uri } from 'vscode';
import type { Artifacts } from '../../../app/jobs/artifacts';
import { t } from '../../../base/localize';
import { artifactName } from '../../../domain/jobs/artifact-tree';
import { hasArchive } from '../../../domain/jobs/artifacts';
import { artifactAddress } from '../../../presentation/jobs/artifact-address';
import { COMMAND } from '../../../presentation/shared/command-ids';
import type { AddressParts } from '../../../presentation/shared/document-address';
import { artifactOf } from '../../jobs/commands/artifact-commands';
import type { CommandRow } from '../../shared/commands/command-row';
import { type CompareCommandDeps, requireLastPassing } from './compare-commands';

export interface ArtifactCompareDeps extends CompareCommandDeps {
  readonly artifacts: Pick<Artifacts, 'item'>;
  readonly openDiff: (earlier: AddressParts, later: AddressParts, title: string) => Promise<void>;
}

/** Compares a file of the artifacts with the same file of the last passed run of the job. */
export function compareArtifactCommand(deps: ArtifactCompareDeps): CommandRow {
  const { artifacts, now, openDiff, prompts } = deps;
  return {
    id: COMMAND.compareArtifact,
    failure: () => t("Couldn't compare the file."),
    run: async (argument, failing) => {
      const chosen = await artifactOf(deps, argument);
      if (chosen === undefined || chosen.path === '') return;
      const { path, target } = chosen;
      const { key, job } = target;
      const name = artifactName(path);
      failing(t("Couldn't compare {0}.", name));
      const other = await requireLastPassing(deps, target);
      if (other === undefined) return;
      if (!hasArchive(other, now())) {
        const message = t('The last passed run of {0} (#{1}) no longer has artifacts.', job.name, other.id);
        prompts.showMessage('info', message, []);
        return;
      }
      const otherKey = { ...key, job: other.id };
      failing(t("Couldn't find {0} in the artifacts of {1} (#{2}).", path, job.name, other.id));
      await prompts.progress.inView(t('Loading artifacts…'), (signal) =>
        artifacts.item(otherKey, path, { signal }),
      );
      await openDiff(
        artifactAddress({ ...otherKey, path }, job.name),
        artifactAddress({ ...key, path }, job.name),
        t('{0} (job #{1} ↔ #{2})', name, other.id, job.id),
      );
    },
  };
}

export async function openArtifactDiff(
  earlier: AddressParts,
  later: AddressParts,
  title: string,
): Promise<void> {
  await commands.executeCommand('vscode.diff', Uri.from(earlier), Uri.from(later), title);
}
