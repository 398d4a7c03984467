import { StatusBarAlignment, type StatusBarItem, window } from 'vscode';
import {
  STATUS_ITEMS,
  type StatusItemName,
  statusItemPriority,
} from '../../../presentation/shared/status-items';

const ALIGNMENTS = { left: StatusBarAlignment.Left, right: StatusBarAlignment.Right } as const;

/** Creates a status bar item at its place among the other items of the extension. */
export const createStatusItem = (name: StatusItemName): StatusBarItem =>
  window.createStatusBarItem(
    `switchyard.${name}`,
    ALIGNMENTS[STATUS_ITEMS[name].side],
    statusItemPriority(name),
  );
