import { DIFF_SCHEME } from '../presentation/changes/diff-address';
import { READING_SCHEME } from '../presentation/changes/reading-address';
import { REVIEW_SCHEME } from '../presentation/changes/side-address';
import { ARTIFACT_SCHEME } from '../presentation/jobs/artifact-address';
import { EDIT_SCHEME } from '../presentation/merge-requests/edit-address';
import { LOG_SCHEME } from '../presentation/shared/document-address';
import {
  COMPARE_SCHEME,
  ERROR_SCHEME,
  FRAME_SCHEME,
  HISTORY_SCHEME,
  JOB_TOKEN_SCHEME,
  SEARCH_SCHEME,
  SUMMARY_SCHEME,
  TRAFFIC_SCHEME,
} from '../presentation/shared/tool-addresses';

/** Documents whose paths contain IDs. Their queries have labels. */
const LABEL = '${authority}/${query.label}';
/** Documents whose paths are those of files. */
const FILE = '${authority}${path}';

const LABELS: Readonly<Record<string, string>> = {
  [LOG_SCHEME]: LABEL,
  [COMPARE_SCHEME]: LABEL,
  [SEARCH_SCHEME]: LABEL,
  [HISTORY_SCHEME]: LABEL,
  [SUMMARY_SCHEME]: LABEL,
  [TRAFFIC_SCHEME]: '${query.label}',
  [JOB_TOKEN_SCHEME]: '${query.label}',
  [DIFF_SCHEME]: LABEL,
  [EDIT_SCHEME]: LABEL,
  [READING_SCHEME]: LABEL,
  [ERROR_SCHEME]: LABEL,
  [REVIEW_SCHEME]: `${FILE}\${query.label}`,
  [ARTIFACT_SCHEME]: FILE,
  [FRAME_SCHEME]: FILE,
};

/**
 * How VS Code shows the URIs of documents, for example in the tooltips of tabs: without the scheme and IDs.
 */
export const contributedLabelFormatters = (): readonly unknown[] =>
  Object.entries(LABELS).map(([scheme, label]) => ({ scheme, formatting: { label, separator: '/' } }));
