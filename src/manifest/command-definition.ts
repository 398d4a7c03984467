/** Changes that a command can make on a server. The tests of lost responses need a row for each such command. */
export type WriteGroup = 'jobs' | 'mergeRequests' | 'comments' | 'errors';

/** An entry of a menu, or a button, with its condition. */
export interface MenuItem {
  readonly menu: string;
  readonly group: string;
  readonly when: string;
}

/** A default key binding. */
export interface KeyDefinition {
  readonly key: string;
  /** The key on macOS, where Option and Shift with a letter or digit type another character. */
  readonly mac?: string;
  readonly when: string;
  /** The argument of the command. */
  readonly args?: object;
}

/** Manifest data of a command. The command's name is its key in the table. */
export interface CommandDefinition {
  /** In title case, verb first, with the object. Ends with "..." if the command asks for more input. */
  readonly title: string;
  /** Without the object; for title bars of views and editors, where the context shows it. */
  readonly shortTitle?: string;
  /** Name of a codicon. */
  readonly icon?: string;
  readonly writes: WriteGroup | 'nothing';
  /**
   * Whether the command is useful with a token that can only read. Default: if it writes nothing. Other commands are
   * hidden with such a token.
   */
  readonly worksReadOnly?: boolean;
  /** Condition for the Command Palette. Default: the user is signed in. */
  readonly palette?: string | boolean;
  readonly menus?: readonly MenuItem[];
  readonly keys?: readonly KeyDefinition[];
}
