import { t } from '../../base/localize';
import {
  type ArtifactProblem,
  ArtifactsUnavailableError,
  NoSuchArtifactError,
} from '../../domain/jobs/artifacts';
import { ActionFailedError } from '../../domain/jobs/rules';
import { obstacleSentence, refusalSentence } from '../shared/action-messages';
import type { ErrorMessages } from '../shared/error-messages';
import { sizeLabel } from '../shared/size-labels';

/** Explains errors of actions on jobs and pipelines. */
export const explainJobActions: ErrorMessages = (error, behind) => {
  const refused = obstacleSentence(error);
  if (refused !== undefined) return { why: refused, steps: [] };
  if (!(error instanceof ActionFailedError)) return undefined;
  const explained = behind(error.cause);
  const refusal = refusalSentence(error);
  return refusal === undefined ? explained : { ...explained, why: refusal };
};

const PROBLEMS: Readonly<Record<ArtifactProblem, (limit: string) => string>> = {
  expired: () => t('The artifacts have expired.'),
  erased: () => t('The artifacts were erased together with the job log.'),
  none: () => t('The artifacts no longer exist on the server.'),
  'archive-size': (limit) =>
    t('The archive is larger than {0}. Download the artifacts to see their files.', limit),
  archive: () => t("The archive is damaged or isn't a ZIP file."),
  'file-size': (limit) => t('The file is larger than {0}. Download it to open it.', limit),
  file: () => t('The file is damaged in the archive.'),
  encrypted: () => t('The file is encrypted.'),
};

/** Explains why artifacts can't be shown. */
export const explainArtifacts: ErrorMessages = (error) => {
  if (error instanceof ArtifactsUnavailableError) {
    const why = PROBLEMS[error.reason](sizeLabel(error.limit ?? 0));
    return { why, steps: error.reason === 'archive' || error.reason === 'none' ? ['refresh'] : [] };
  }
  return error instanceof NoSuchArtifactError
    ? { why: t("This file or folder doesn't exist in the artifacts."), steps: [] }
    : undefined;
};
