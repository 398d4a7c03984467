import { type HistoryCommandDeps, historyCommands } from '../../jobs/commands/history-commands';
import type { CommandRow } from '../../shared/commands/command-row';
import { type CompareCommandDeps, compareCommands } from './compare-commands';
import { type SearchCommandDeps, searchCommands } from './search-commands';

/** Commands that use several logs or runs. */
export const toolCommands = (
  deps: CompareCommandDeps & SearchCommandDeps & HistoryCommandDeps,
): readonly CommandRow[] => [...compareCommands(deps), ...searchCommands(deps), ...historyCommands(deps)];
