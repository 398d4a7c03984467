import type { TextDocument, Uri } from 'vscode';
import { WorkingLines } from '../../../app/changes/working-files/working-text';
import { readSideAddress, type SideAddress } from '../../../presentation/changes/side-address';
import type { AddressParts } from '../../../presentation/shared/document-address';

/**
 * A file of the workspace that is used as the new side of a diff, because the head of the merge request is checked
 * out.
 */
export interface WorkingSide {
  /** The same file at the head. */
  readonly address: SideAddress;
  /** Its text at the head. */
  readonly text: string;
  /** Number of checked-out commits that the merge request doesn't contain. */
  readonly unpushed: number;
}

/** Keyed by URI. Set by `WorkingSides`; global, because commands and documents identify sides only by their URI. */
const working = new Map<string, WorkingSide>();

const nameOf = ({ scheme, authority, path }: AddressParts): string => `${scheme}://${authority}${path}`;

export const workingSide = (uri: AddressParts): WorkingSide | undefined => working.get(nameOf(uri));

/** Adds, replaces, or removes a working side. Returns false if nothing changed. */
export function setWorkingSide(uri: Uri, side: WorkingSide | undefined): boolean {
  const name = nameOf(uri);
  if (contentOf(working.get(name)) === contentOf(side)) return false;
  if (side === undefined) working.delete(name);
  else working.set(name, side);
  return true;
}

/** The text is that of the address. */
const contentOf = (side: WorkingSide | undefined): string => JSON.stringify([side?.address, side?.unpushed]);

/** Returns the side that a document shows, as a commit or as file of the workspace; undefined for others. */
export const shownSide = (uri: AddressParts): SideAddress | undefined =>
  readSideAddress(uri) ?? workingSide(uri)?.address;

interface Compared {
  readonly version: number;
  readonly text: string;
  readonly lines: WorkingLines;
}

const compared = new WeakMap<TextDocument, Compared>();

/** Compares a file of the workspace with the head; undefined for other documents, whose lines are those of the side. */
export function workingLinesOf(document: TextDocument): WorkingLines | undefined {
  const text = workingSide(document.uri)?.text;
  if (text === undefined) return undefined;
  const known = compared.get(document);
  if (known?.version === document.version && known.text === text) return known.lines;
  const lines = new WorkingLines(text, document.getText());
  compared.set(document, { version: document.version, text, lines });
  return lines;
}
