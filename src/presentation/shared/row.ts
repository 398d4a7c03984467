import { t } from '../../base/localize';
import type { CommandId } from './command-ids';
import type { AddressParts } from './document-address';
import type { Icon } from './status-icons';

/** One line of a tooltip: two columns, the second one as plain text whatever it holds. */
export interface Detail {
  readonly name: string;
  readonly value: string;
}

/** What a person sees of one row of a tree. All of it is text, never markup. */
export interface Row {
  /** What it is. */
  readonly label: string;
  /** State that changes. */
  readonly description?: string;
  readonly icon: Icon;
  /** The rest. */
  readonly details?: readonly Detail[];
  /** The row as a sentence, for those who hear it. */
  readonly accessibleLabel: string;
  /** A box to tick beside the row. */
  readonly checkbox?: {
    readonly checked: boolean;
    readonly tooltip: string;
    /** For those who hear it: what ticking it says of what. */
    readonly accessibleLabel: string;
  };
  /** An address that tells the editor which file icon and which badge the row has; nothing is behind it. */
  readonly resource?: AddressParts;
  /** Words that the menus look for. */
  readonly contextTokens: readonly string[];
  readonly expandable: 'no' | 'collapsed' | 'expanded';
  /** What a click does, with the row's own node as argument. */
  readonly onClick?: { readonly command: CommandId; readonly title: string };
}

/** Parts of a description, separated; those that are not known are left out. */
export function parts(...known: (string | undefined)[]): string {
  return known.filter((part) => part !== undefined && part !== '').join(' · ');
}

/** Parts of a sentence for those who hear it. */
export function accessibleLabel(...known: (string | undefined)[]): string {
  return known.filter((part) => part !== undefined && part !== '').join(', ');
}

/** The facts that are known. */
export function detailsOf(
  ...rows: readonly (readonly [name: string, value: string | number | null | undefined])[]
): Detail[] {
  return rows.flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ name, value: String(value) }],
  );
}

/** The value of a fact that only matters if it's true. */
export const yes = (value: boolean | undefined): string | undefined => (value ? t('yes') : undefined);
