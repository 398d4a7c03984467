import type { Disposable } from '../../base/disposable';
import { type FileOperations, LazyFiles } from '../../ui/shared/documents/lazy-files';
import { ARTIFACT_SCHEME } from '../../presentation/jobs/artifact-address';
import { REVIEW_SCHEME } from '../../presentation/review/side-address';

/** The parts that read files, which are loaded with the first file. */
type ArtifactParts = () => Promise<{ readonly artifactFiles: { load(): Promise<FileOperations> } }>;
type ReviewParts = () => Promise<{ readonly review: { readonly files: FileOperations } }>;

/** Registers the read-only file systems. */
export const registerFiles = (artifacts: ArtifactParts, reviews: ReviewParts): readonly Disposable[] => [
  new LazyFiles(ARTIFACT_SCHEME, 'read', async () => (await artifacts()).artifactFiles.load()),
  new LazyFiles(REVIEW_SCHEME, 'read', async () => (await reviews()).review.files),
];
