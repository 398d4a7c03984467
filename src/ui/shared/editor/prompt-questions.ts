import type { Progress } from './progress';
/** An alternative to the typed answer, and the reason. */
export interface ProposedInput {
  readonly value: string;
  readonly message: string;
}

/** A page that helps the user answer. `icon`: the icon of its button. */
export interface InputLink {
  readonly label: string;
  readonly url: string;
  readonly icon: string;
}

/** A question with a text input. The text remains until it is accepted or canceled. */
export interface InputQuestion {
  readonly title: string;
  readonly step: readonly [at: number, of: number];
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** Pages, shown as links after the prompt, which must be a sentence with a period, and as buttons. */
  readonly links?: readonly InputLink[];
  /**
   * Another way to answer, as a button. With `run`, it closes the input box and then runs. Otherwise, it accepts the
   * answer like Enter.
   */
  readonly alternative?: {
    readonly label: string;
    readonly icon: string;
    readonly run?: () => Promise<void>;
  };
  /** Called for every change of the text, even if the input is canceled later. */
  readonly onDidChange?: (value: string) => void;
  /** Returns a warning while the user types. Doesn't prevent the answer. */
  readonly warn?: (value: string) => string | undefined;
  /** Accepts the answer, or returns an error message or a correction. */
  readonly accept: (
    value: string,
    signal: AbortSignal,
    by: 'enter' | 'alternative',
  ) => Promise<string | ProposedInput | undefined>;
}

export interface PickItem<T> {
  readonly label: string;
  readonly description?: string;
  /** A second line. */
  readonly detail?: string;
  readonly icon?: string;
  /** True to show the item for any filter text. */
  readonly always?: boolean;
  /** True to select the item initially, if several can be selected. */
  readonly picked?: boolean;
  readonly value: T;
  /** Buttons in the row of the item, which close the picker with their own value. */
  readonly buttons?: readonly { readonly label: string; readonly icon: string; readonly value: T }[];
}

/** A question with a list of choices, which may still be loading. */
export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Loads the choices. The signal aborts if the picker is canceled. */
  readonly items:
    | readonly PickItem<T>[]
    | Promise<readonly PickItem<T>[]>
    | ((signal: AbortSignal) => Promise<readonly PickItem<T>[]>);
  /** True to keep the picker open when it loses the focus. */
  readonly stays?: boolean;
  /** Replaces the placeholder while the choices are loading. */
  readonly loading?: string;
  /** Called with the filter text when a choice is selected. */
  readonly onTyped?: (typed: string) => void;
}

/** Choices with a heading. */
export interface PickGroup<T> {
  readonly name: string;
  readonly items: readonly PickItem<T>[];
}

/** A question with groups of choices, of which any number can be selected, including none. */
export interface GroupedQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly groups: readonly PickGroup<T>[];
}

/** A question whose choices are searched while the user types. */
export interface SearchQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** The initial text. */
  readonly value?: string;
  /** Finds choices for the typed text. Only the last result is used. Failures are shown as an item. */
  readonly find: (typed: string, signal: AbortSignal) => Promise<readonly PickItem<T>[]>;
  /** The item shown if there are no choices. */
  readonly nothing: (typed: string) => string;
  readonly failed: (error: unknown) => string;
}

/** Asks for confirmation before an irreversible action. */
export interface ConfirmQuestion {
  /** A question that contains the object's name. */
  readonly message: string;
  /** States what is lost, and what isn't. */
  readonly detail: string;
  /** The button that runs the action. */
  readonly action: string;
  /** The button that closes the dialog. The default is Cancel, which is ambiguous if the action cancels something. */
  readonly decline?: string | undefined;
}

/** Asks the user to type a text before an irreversible action. */
export interface TypedQuestion {
  readonly title: string;
  /** States what is lost, and what to type. */
  readonly prompt: string;
  readonly expected: string;
  /** The message if another text was typed. */
  readonly otherwise: string;
}

/** A key with a value that the user can edit. Secret values are shown as dots. */
export interface KeyValuePair {
  readonly key: string;
  readonly value: string;
  readonly secret: boolean;
  /** Only for declared keys, which can't be removed. */
  readonly field?: DeclaredField;
}

/** The declaration of a key. */
export interface DeclaredField {
  /** Inputs and variables are separate lists, which can contain the same key. */
  readonly kind: 'input' | 'variable';
  readonly initial: string;
  readonly description: string | undefined;
  /** The prompt for the value. */
  readonly prompt: string;
  /** Values to select from; empty if the value is typed. */
  readonly options: readonly string[];
  /** How to select from the options: one, one or another value, or several. */
  readonly select: 'one' | 'one-or-other' | ListFormat;
  /** Returns the error for a value. */
  readonly problem: (value: string) => string | undefined;
  /** True to ask for an empty secret value before the list is accepted. */
  readonly asks: boolean;
}

/** Converts between the elements of a list and their text. */
export interface ListFormat {
  readonly elements: (text: string) => readonly string[];
  readonly join: (elements: readonly string[]) => string;
}

/** A message in a list of keys and values. */
export interface PairsNotice {
  readonly severity: 'error' | 'warning';
  readonly text: string;
}

/** Asks for a list of keys and values. */
export interface PairsQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** The first item, which accepts the list. */
  readonly run: { readonly label: string; readonly icon: string };
  /** False if the user can't add variables. Default true. */
  readonly canAdd?: boolean;
  /** Inputs first, then declared variables, then others. */
  readonly pairs: readonly KeyValuePair[];
  /** Shown below the first item. */
  readonly notice?: PairsNotice | undefined;
  /** Returns the list with the declarations that apply to its values. Called before the list is shown. */
  readonly follow?: ((pairs: readonly KeyValuePair[]) => readonly KeyValuePair[]) | undefined;
  /** Called with the current list when the picker is canceled. */
  readonly onLeft?: (pairs: readonly KeyValuePair[]) => void;
  /** Returns the error for a new key. `existingKeys`: the existing keys. */
  readonly keyProblem: (key: string, existingKeys: readonly string[]) => string | undefined;
  /** True if the value of a new key is secret by default. */
  readonly isLikelySecret: (key: string) => boolean;
}

/** Asks where to save a file. */
export interface SaveQuestion {
  /** File name without a folder. */
  readonly defaultName: string;
  readonly title?: string;
}

/** Asks for any number of files, or for a folder. `action`: the button. */
export interface OpenQuestion {
  readonly title: string;
  readonly action: string;
}

/** A file that the user selected. */
export interface ChosenFile {
  /** File name without the folder. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly read: () => PromiseLike<Uint8Array>;
}

export interface MessageAction {
  readonly title: string;
  readonly run: () => void | Promise<void>;
  /** The message if the action fails. */
  readonly failure?: () => string;
}

/** All interaction with the user. An interface, so that tests can provide answers. All texts are plain. */
export interface Prompts {
  /** Resolves to true if an answer was accepted; `back` if the user wants the previous question. */
  input(question: InputQuestion): Promise<boolean | 'back'>;
  /** Resolves to undefined if nothing was selected or there are no choices. */
  pick<T>(question: PickQuestion<T>): Promise<T | undefined>;
  /** Any number of choices; undefined if the picker was canceled. */
  pickMany<T>(question: PickQuestion<T>): Promise<readonly T[] | undefined>;
  /** The selected choices of all groups; undefined if the picker was canceled. */
  pickFromGroups<T>(question: GroupedQuestion<T>): Promise<readonly T[] | undefined>;
  /** One of the choices found for the typed text; undefined if the picker was canceled. */
  search<T>(question: SearchQuestion<T>): Promise<T | undefined>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  typed(question: TypedQuestion): Promise<boolean>;
  /** Resolves with the pairs when the user selects "run", or with undefined if the picker is canceled. */
  pairs(question: PairsQuestion): Promise<readonly KeyValuePair[] | undefined>;
  /** The URI of the selected file. It may exist: the dialog has asked for confirmation. */
  saveAs(question: SaveQuestion): Promise<string | undefined>;
  /** The URI of the selected folder; undefined if the dialog was canceled. */
  openFolder(question: OpenQuestion): Promise<string | undefined>;
  /** Empty if the dialog was canceled. */
  openFiles(question: OpenQuestion): Promise<readonly ChosenFile[]>;
  showMessage(severity: 'error' | 'info', message: string, actions: readonly MessageAction[]): void;
  /** Runs a command for a button of a message. */
  runCommand(id: string, argument?: unknown): Promise<void>;
  /** Shows the progress of commands. */
  readonly progress: Progress;
  /** Shows a message in the status bar for a few seconds. */
  showStatus(message: string): void;
}
