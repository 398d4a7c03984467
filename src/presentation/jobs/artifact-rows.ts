import { t } from '../../base/localize';
import type { ArtifactItem } from '../../domain/jobs/artifact-tree';
import type { Job } from '../../schemas/job';
import { COMMAND } from '../shared/command-ids';
import type { AddressParts } from '../shared/document-address';
import { accessibleLabel, detailsOf, parts, type Row } from '../shared/row';
import { sizeLabel } from '../shared/size-labels';
import { fromNow } from '../shared/time-labels';

/** Row below a job that contains the files of its archive. */
export function artifactsRow(job: Job | undefined, now: number): Row {
  const bytes = job?.artifacts_file?.size ?? undefined;
  const expires = fromNow(job?.artifacts_expire_at, now, 'short');
  const facts = [
    bytes === undefined ? undefined : sizeLabel(bytes),
    expires === undefined ? undefined : t('expire {0}', expires),
  ];
  return {
    label: t('Artifacts'),
    description: parts(...facts),
    icon: { id: 'package' },
    accessibleLabel: accessibleLabel(t('Artifacts'), ...facts),
    contextTokens: ['artifactRoot'],
    expandable: 'collapsed',
  };
}

export function artifactFolderRow(path: string, name: string, resource: AddressParts): Row {
  return {
    label: name,
    icon: { id: 'folder' },
    resource,
    details: detailsOf([t('Path'), path]),
    accessibleLabel: t('Folder {0}', path),
    contextTokens: ['artifactFolder'],
    expandable: 'collapsed',
  };
}

export function artifactFileRow({ name, path, size: bytes }: ArtifactItem, resource: AddressParts): Row {
  const stated = bytes === undefined ? undefined : sizeLabel(bytes);
  return {
    label: name,
    ...(stated === undefined ? {} : { description: stated }),
    icon: { id: 'file' },
    resource,
    details: detailsOf([t('Path'), path], [t('Size'), stated]),
    accessibleLabel: accessibleLabel(t('File {0}', path), stated),
    contextTokens: ['artifactFile'],
    expandable: 'no',
    onClick: { command: COMMAND.openArtifact, title: t('Open File') },
  };
}

/** Note for items of a folder that aren't shown. */
export function moreArtifacts(shown: number): string {
  return t('Only the first {0} items are shown. Download the artifacts to see all of them.', shown);
}

/** Explains which items of a folder weren't downloaded; undefined if all were. */
export function unsavedArtifacts({
  hidden,
  cut,
}: {
  readonly hidden: number;
  readonly cut: boolean;
}): string | undefined {
  if (cut)
    return t("The folder has more files, which weren't downloaded. Download the archive to get all of them.");
  return hidden === 0
    ? undefined
    : t(
        "{0, plural, one {# entry wasn't downloaded because its path is unsafe or already used.} other {# entries weren't downloaded because their paths are unsafe or already used.}}",
        hidden,
      );
}

export const hiddenArtifacts = (count: number): string =>
  t(
    "{0, plural, one {# entry with an unsafe path isn't shown} other {# entries with unsafe paths aren't shown}}",
    count,
  );
