import type { Disposable } from '../../base/disposable';
import { type ArtifactReading, LazyArtifactFiles } from '../../documents/jobs/lazy-artifact-files';
import { LazyReviewFiles, type ReviewFileReading } from '../../documents/review/lazy-review-files';

/** The parts that read files, which are loaded with the first file. */
type ArtifactParts = () => Promise<{ readonly artifactFiles: { load(): Promise<ArtifactReading> } }>;
type ReviewParts = () => Promise<{ readonly review: { readonly files: ReviewFileReading } }>;

/** Registers the read-only file systems. */
export const registerFiles = (artifacts: ArtifactParts, reviews: ReviewParts): readonly Disposable[] => [
  new LazyArtifactFiles(async () => (await artifacts()).artifactFiles.load()),
  new LazyReviewFiles(async () => (await reviews()).review.files),
];
