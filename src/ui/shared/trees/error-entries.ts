import { t } from '../../../base/localize';
import type { CommandId } from '../../../presentation/shared/command-ids';
import { errorRow } from '../../../presentation/shared/error-row';
import type { Entry } from '../../tree-node';

/** The only child of a node whose children couldn't be read. */
export function errorEntries(error: unknown, refreshCommand: CommandId): readonly Entry[] {
  const row = errorRow({ what: t("Couldn't load these items") }, error, refreshCommand);
  return [{ key: 'error', data: { kind: 'note', row } }];
}
