/** What a command can change on a server. The tests of lost responses need a row for each of these commands. */
export type WriteGroup = 'jobs' | 'mergeRequests' | 'comments' | 'errors';

/** An entry of a menu, or a button, with the condition under which it is shown. */
export interface MenuItem {
  readonly menu: string;
  readonly group: string;
  readonly when: string;
}

/** Everything that the manifest says about a command. Its name is the key in the table. */
export interface CommandDefinition {
  /** In title case, verb first, naming its object. Ends in "..." if the command asks for more input. */
  readonly title: string;
  /** Without the object, for the title bars of views and editors, where the context shows what it is. */
  readonly shortTitle?: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly writes: WriteGroup | 'nothing';
  /** When the Command Palette lists it: if somebody is signed in, if absent. */
  readonly palette?: string | boolean;
  readonly menus?: readonly MenuItem[];
  readonly keys?: readonly { readonly key: string; readonly when: string }[];
}
