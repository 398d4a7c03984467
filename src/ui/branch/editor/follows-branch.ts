import { workspace } from 'vscode';
import { showsFailures } from '../../../presentation/branch/view-badge';
import { choice, isOn } from '../../shared/editor/settings';

/**
 * Returns whether the checked-out branch's pipeline is polled in the background: for the status bar, the badge,
 * or notifications about pipelines that a push started.
 */
export function followsBranch(): boolean {
  const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri);
  const notifies = [undefined, ...folders].some((folder) => choice('notify', folder) !== 'off');
  return isOn('statusBar') || showsFailures(choice('badge')) || notifies;
}
