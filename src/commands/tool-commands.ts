import type { CommandRow } from './command-row';
import { compareCommands, type CompareCommandPorts } from './compare-commands';
import { historyCommands, type HistoryCommandPorts } from './history-commands';
import { searchCommands, type SearchCommandPorts } from './search-commands';

/** What is done over many logs and many runs. */
export const toolCommands = (
  ports: CompareCommandPorts & SearchCommandPorts & HistoryCommandPorts,
): readonly CommandRow[] => [...compareCommands(ports), ...searchCommands(ports), ...historyCommands(ports)];
