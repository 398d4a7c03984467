import { t } from '../../base/localize';
import type { CommandId } from './command-ids';
import type { AddressParts } from './document-address';
import type { Icon } from './status-icons';

/** A line of a tooltip with two columns. `value` is shown as plain text. */
export interface Detail {
  readonly name: string;
  readonly value: string;
}

/** Content of a row of a tree view. All values are text, never markup. */
export interface Row {
  /** Identifies the item. */
  readonly label: string;
  /** State that changes. */
  readonly description?: string;
  readonly icon: Icon;
  /** Further facts, for the tooltip. */
  readonly details?: readonly Detail[];
  /** The row as a sentence, for screen readers. */
  readonly accessibleLabel: string;
  /** Check box next to the row. */
  readonly checkbox?: {
    readonly checked: boolean;
    readonly tooltip: string;
    /** For screen readers: the meaning of the check box, and the item. */
    readonly accessibleLabel: string;
  };
  /** A URI that determines the row's file icon and badge; it can't be opened. */
  readonly resource?: AddressParts;
  /** Context tokens for the conditions of menus. */
  readonly contextTokens: readonly string[];
  readonly expandable: 'no' | 'collapsed' | 'expanded';
  /** Command that runs on a click, with the row's node or `account` as argument. */
  readonly onClick?: {
    readonly command: CommandId;
    readonly title: string;
    /** The server of the account to sign in to. */
    readonly account?: { readonly base: string } | undefined;
  };
}

/** Joins the parts of a description. Omits unknown ones. */
export function parts(...known: (string | undefined)[]): string {
  return known.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** Joins the parts of a label for screen readers. Omits unknown ones. */
export function accessibleLabel(...known: (string | undefined)[]): string {
  return known.filter((part) => part !== undefined && part !== '').join(', ');
}

/** Adds a mark, such as the age of outdated data, to an expandable row. */
export function markedRow(row: Row, mark: string): Row {
  if (row.expandable === 'no') return row;
  return {
    ...row,
    description: parts(mark, row.description),
    accessibleLabel: accessibleLabel(row.accessibleLabel, mark),
  };
}

/** Returns the facts that are known. */
export function detailsOf(
  ...rows: readonly (readonly [name: string, value: string | number | null | undefined])[]
): Detail[] {
  return rows.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ name, value: String(value) }],
  );
}

/** Returns the value of a fact that is shown only if it's true. */
export const yes = (value: boolean | undefined): string | undefined => (value ? t('yes') : undefined);

/** Adds the context token that hides commands that write. */
export const readOnlyRow = (row: Row): Row => ({ ...row, contextTokens: [...row.contextTokens, 'readOnly'] });
