import { languages, Uri, window, workspace } from 'vscode';
import type { Client } from '../../../api/client';
import { fileOfSide } from '../../../app/changes/sides/side-file';
import { readVersions } from '../../../app/merge-requests/diff';
import type { MergeRequests } from '../../../app/merge-requests/merge-requests';
import type { MergeRequestKey } from '../../../app/shared/keys';
import { t } from '../../../base/localize';
import { shortSha } from '../../../base/short-sha';
import { baseName } from '../../../domain/changes/file-tree';
import { diffAddress } from '../../../presentation/changes/diff-address';
import { COMMAND } from '../../../presentation/shared/command-ids';
import { parts } from '../../../presentation/shared/row';
import { ago } from '../../../presentation/shared/time-labels';
import type { CommandArgument } from '../../../schemas/command-argument';
import type { CommandRow } from '../../shared/commands/command-row';
import type { Prompts } from '../../shared/editor/prompts';
import { activeReview, sideOfArgument } from '../editor/active-review';
import { type OpenDiffDeps, openFileDiff } from './open-diff';

export interface DiffCommandDeps {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: MergeRequests;
  readonly prompts: Prompts;
  readonly now: () => number;
  /** Returns the merge request of the row or of the active page, or asks for one. */
  readonly mergeRequestOf: (argument: CommandArgument, title: string) => Promise<MergeRequestKey | undefined>;
  /** Called if a diff is opened again, because it may have changed. */
  readonly reread: (uri: Uri) => void;
}

/**
 * Commands that open the changes of a merge request as one text: the current changes, or those of a version.
 */
export function diffCommands(deps: DiffCommandDeps): readonly CommandRow[] {
  const failure = (): string => t("Couldn't open the diff.");
  return [
    {
      id: COMMAND.openDiff,
      failure,
      run: async (argument) => {
        const key = await deps.mergeRequestOf(argument, t('Open Diff as Text'));
        if (key !== undefined) await open(deps, key, undefined);
      },
    },
    {
      id: COMMAND.openDiffVersion,
      failure,
      run: async (argument) => {
        const key = await deps.mergeRequestOf(argument, t('Open Merge Request Diff Version'));
        const version = key === undefined ? undefined : await chooseVersion(deps, key);
        if (key !== undefined && version !== undefined) await open(deps, key, version);
      },
    },
  ];
}

async function open(deps: DiffCommandDeps, key: MergeRequestKey, version: number | undefined): Promise<void> {
  const { title } = await deps.mergeRequests.get(key);
  const uri = Uri.from(diffAddress({ ...key, version }, title));
  const known = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // Versions never change.
  if (known !== undefined && version === undefined) deps.reread(uri);
  const document = known ?? (await workspace.openTextDocument(uri));
  await window.showTextDocument(await languages.setTextDocumentLanguage(document, 'diff'), { preview: true });
}

async function chooseVersion(deps: DiffCommandDeps, key: MergeRequestKey): Promise<number | undefined> {
  let none: string | undefined;
  const chosen = await deps.prompts.pick({
    title: t('Open Merge Request Diff Version'),
    placeholder: t('Select a version (one per push, latest first)'),
    loading: t('Loading versions…'),
    items: async (signal) => {
      const versions = await readVersions(deps.clientFor(key.base), key, { signal });
      if (versions.length === 0) none = t('The server has no diff versions for this merge request.');
      return versions.map((version, index) => ({
        label: t('Version {0}', versions.length - index),
        description: parts(
          shortSha(version.head_commit_sha),
          ago(version.created_at, deps.now()),
          index === 0 ? t('latest') : undefined,
        ),
        icon: 'git-commit',
        value: version.id,
      }));
    },
  });
  if (none !== undefined) deps.prompts.showMessage('info', none, []);
  return chosen;
}

/** Opens the diff of the active file in the latest version. */
export const latestVersionCommand = (deps: OpenDiffDeps): CommandRow => ({
  id: COMMAND.openLatestVersion,
  failure: () => t("Couldn't open the diff."),
  run: async (argument) => {
    const address = sideOfArgument(argument) ?? activeReview()?.address;
    if (address === undefined) {
      deps.prompts.showMessage('info', t('Open a file diff in a merge request first.'), []);
      return;
    }
    const { base, project, iid, path } = address;
    const key = { base, project, iid };
    const newest = deps.changes.peekVersions(key)?.[0]?.id;
    const set = await deps.changes.whole(key, { from: undefined, to: newest });
    const file = fileOfSide(set.files, path);
    if (file !== undefined) await openFileDiff(deps, set, file);
    else {
      const message = t("{0} isn't changed in the latest version of !{1}.", baseName(path), iid);
      deps.prompts.showMessage('info', message, []);
    }
  },
});
