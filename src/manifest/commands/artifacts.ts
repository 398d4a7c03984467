import type { CommandDefinition } from '../command-definition';
import { WHEN } from '../conditions';
import { inEditorTitle, onOneRow } from '../menus';

const ROWS = WHEN.pipelinesOrMergeRequests;

/** Artifacts of jobs as files and folders. */
export const ARTIFACT_COMMANDS = {
  openArtifact: {
    title: 'Open Artifact',
    icon: 'go-to-file',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('1_open@1', ROWS, 'artifactFile')],
  },
  browseArtifacts: {
    title: 'Browse Artifacts',
    icon: 'package',
    writes: 'nothing',
    menus: [
      onOneRow('1_open@3', ROWS, '(archive|artifactRoot|artifactFolder)'),
      inEditorTitle('2_tools@5', WHEN.log),
    ],
  },
  downloadArtifacts: {
    title: 'Download Artifacts...',
    icon: 'cloud-download',
    writes: 'nothing',
    menus: [onOneRow('1_open@4', ROWS, '(archive|artifactRoot|artifactFolder|artifactFile)')],
  },
  compareArtifact: {
    title: 'Compare Artifact with Last Passed Run',
    icon: 'diff',
    writes: 'nothing',
    palette: false,
    menus: [onOneRow('2_tools@1', ROWS, 'artifactFile')],
  },
  keepArtifacts: {
    title: 'Keep Artifacts',
    icon: 'pin',
    writes: 'jobs',
    menus: [onOneRow('5_artifacts@1', ROWS, 'keep')],
  },
  deleteArtifacts: {
    title: 'Delete Artifacts...',
    icon: 'trash',
    writes: 'jobs',
    menus: [onOneRow('9_danger@1', ROWS, 'deleteArtifacts')],
  },
} as const satisfies Readonly<Record<string, CommandDefinition>>;
