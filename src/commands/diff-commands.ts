import { languages, Uri, window, workspace } from 'vscode';
import type { Client } from '../api/client';
import type { MergeRequestKey } from '../app/keys';
import { readVersions } from '../app/merge-request-diff';
import type { MergeRequests } from '../app/merge-requests';
import { t } from '../base/localize';
import type { Prompts } from '../editor/prompts';
import { COMMAND } from '../presentation/command-ids';
import { diffAddress } from '../presentation/diff-address';
import { parts } from '../presentation/row';
import { ago } from '../presentation/time-words';
import type { CommandRow } from './command-row';

export interface DiffCommandPorts {
  readonly clientFor: (base: string) => Client;
  readonly mergeRequests: MergeRequests;
  readonly prompts: Prompts;
  readonly now: () => number;
  /** The merge request that a command is about: of the row, of the page in front, or one that is chosen. */
  readonly mergeRequestOf: (argument: unknown, title: string) => Promise<MergeRequestKey | undefined>;
  /** Told of a diff that is opened again: what is there now may differ. */
  readonly reread: (uri: Uri) => void;
}

/** The changes of a merge request as one text, as they are now or as they were in one version. */
export function diffCommands(ports: DiffCommandPorts): readonly CommandRow[] {
  const failure = (): string => t('The diff was not opened.');
  return [
    {
      id: COMMAND.openDiff,
      failure,
      run: async (argument) => {
        const key = await ports.mergeRequestOf(argument, t('Open Diff as Text'));
        if (key !== undefined) await open(ports, key, undefined);
      },
    },
    {
      id: COMMAND.openDiffVersion,
      failure,
      run: async (argument) => {
        const key = await ports.mergeRequestOf(argument, t('Open Diff Version'));
        const version = key === undefined ? undefined : await chooseVersion(ports, key);
        if (key !== undefined && version !== undefined) await open(ports, key, version);
      },
    },
  ];
}

async function open(
  ports: DiffCommandPorts,
  key: MergeRequestKey,
  version: number | undefined,
): Promise<void> {
  const { title } = await ports.mergeRequests.get(key);
  const uri = Uri.from(diffAddress({ ...key, version }, title));
  const known = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  // A version never changes; what is there now may.
  if (known !== undefined && version === undefined) ports.reread(uri);
  const document = known ?? (await workspace.openTextDocument(uri));
  await window.showTextDocument(await languages.setTextDocumentLanguage(document, 'diff'), { preview: true });
}

async function chooseVersion(ports: DiffCommandPorts, key: MergeRequestKey): Promise<number | undefined> {
  let none: string | undefined;
  const chosen = await ports.prompts.pick({
    title: t('Open Diff Version'),
    placeholder: t('One version for each push, the newest first'),
    looking: t('Looking for versions…'),
    items: async (signal) => {
      const versions = await readVersions(ports.clientFor(key.base), key, { signal });
      if (versions.length === 0) none = t('The server has no versions of this diff.');
      return versions.map((version, index) => ({
        label: t('Version {0}', versions.length - index),
        description: parts(
          version.head_commit_sha.slice(0, 8),
          ago(version.created_at, ports.now()),
          index === 0 ? t('newest') : undefined,
        ),
        icon: 'git-commit',
        value: version.id,
      }));
    },
  });
  if (none !== undefined) ports.prompts.tell('info', none, []);
  return chosen;
}
