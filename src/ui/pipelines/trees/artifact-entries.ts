import type { Artifacts } from '../../../app/jobs/artifacts';
import type { PipelineKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import type { ArtifactListing } from '../../../domain/jobs/artifact-tree';
import { hasArchive } from '../../../domain/jobs/artifacts';
import { artifactAddress } from '../../../presentation/jobs/artifact-address';
import {
  artifactFileRow,
  artifactFolderRow,
  artifactsRow,
  hiddenArtifacts,
  moreArtifacts,
} from '../../../presentation/jobs/artifact-rows';
import { emptyRow } from '../../../presentation/pipelines/rows';
import type { Row } from '../../../presentation/shared/row';
import type { Job } from '../../../schemas/job';
import type { Entry, PipelineNodeData } from '../../tree-node';

/** Maximum number of rows of a folder. */
const MAX_ROWS = 1_000;

/** The artifacts of jobs, and the cached jobs. */
export interface ArtifactRowDeps {
  readonly artifacts?: Pick<Artifacts, 'list'>;
  readonly pipelines: {
    member(pipeline: PipelineKey, job: number): { readonly job: Job } | undefined;
  };
  readonly clock: { now(): number };
}

type ArtifactData = Extract<PipelineNodeData, { readonly kind: 'artifact' }>;

/** The row of the artifacts below a job that has an archive. */
export function artifactsEntry(pipeline: PipelineKey, job: Job | undefined, deps: ArtifactRowDeps): Entry[] {
  if (job === undefined || deps.artifacts === undefined || !hasArchive(job, deps.clock.now())) return [];
  const item = { name: '', path: '', kind: 'folder', size: undefined } as const;
  return [{ key: `artifacts ${job.id}`, data: { kind: 'artifact', pipeline, job: job.id, item } }];
}

/** Returns the row of the root, a folder, or a file. */
export function artifactRow({ pipeline, job, item }: ArtifactData, deps: ArtifactRowDeps): Row {
  const known = deps.pipelines.member(pipeline, job)?.job;
  if (item.path === '') return artifactsRow(known, deps.clock.now());
  const { base, project } = pipeline;
  const resource = artifactAddress({ base, project, job, path: item.path }, known?.name ?? '');
  return item.kind === 'folder'
    ? artifactFolderRow(item.path, item.name, resource)
    : artifactFileRow(item, resource);
}

/** Children of a folder. Rejects if they can't be read. */
export async function artifactEntries(
  { pipeline, job, item }: ArtifactData,
  { artifacts }: ArtifactRowDeps,
): Promise<readonly Entry[]> {
  const { base, project } = pipeline;
  const listing = await artifacts?.list({ base, project, job }, item.path);
  if (listing === undefined || item.kind === 'file') return [];
  const items = listing.items.slice(0, MAX_ROWS).map((child): Entry => ({
    key: `artifact ${child.name}`,
    data: { kind: 'artifact', pipeline, job, item: child },
  }));
  return [...items, ...notesOf(listing, items.length)];
}

function notesOf({ items, cut, hidden }: ArtifactListing, shown: number): Entry[] {
  return [
    ...(items.length === 0 ? [note('empty', t('No files'))] : []),
    ...(cut || items.length > shown ? [note('more', moreArtifacts(shown))] : []),
    ...(hidden === 0 ? [] : [note('hidden', hiddenArtifacts(hidden))]),
  ];
}

function note(key: string, text: string): Entry {
  return { key: `note ${key}`, data: { kind: 'note', row: emptyRow(text) } };
}
